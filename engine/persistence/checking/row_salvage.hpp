// Reads rows and skips damaged ones. Reads through SQLite: a page that cannot be read loses its own
// rows, but not those before and after it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {

using VisitRowImage = std::function<void(std::uint64_t row_id, std::string_view image)>;
// Reports the rows that may have been lost: "rows 5 to 17".
using TellLost = std::function<void(const std::string& rows)>;

// Visits the readable rows of a row set, in order.
void salvage_rows(
    sqlite::Connection& connection,
    std::uint32_t row_set,
    const VisitRowImage& visit,
    const TellLost& lost
);

// Visits the rows of any query, `select`. `order` is a list of columns that identify a row. Reads
// in that order up to the first row that cannot be read, then in reverse order. `key` returns the
// identity of the current row.
void salvage_query(
    sqlite::Connection& connection,
    const std::string& select,
    const std::string& order,
    const std::function<std::string(const sqlite::Statement& row)>& key,
    const std::function<void(const sqlite::Statement& row)>& visit,
    const TellLost& lost
);

}  // namespace stator::engine::persistence::checking
