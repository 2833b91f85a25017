// Reads rows past those that are damaged. Works on SQLite's own reading: a page that cannot be read
// takes its rows with it, not those before and behind.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {

using VisitRowImage = std::function<void(std::uint64_t row_id, std::string_view image)>;
// Says which rows there may have been: "rows 5 to 17".
using TellLost = std::function<void(const std::string& rows)>;

// Visits the rows of a row set that can be read, in order.
void salvage_rows(
    sqlite::Connection& connection,
    std::uint32_t row_set,
    const VisitRowImage& visit,
    const TellLost& lost
);

// Visits the rows of any query, `select`, in the order of `order`, a list of columns that identify
// a row: from the front to the first that cannot be read, and from the back. `key` gives the
// identity of the row at hand.
void salvage_query(
    sqlite::Connection& connection,
    const std::string& select,
    const std::string& order,
    const std::function<std::string(const sqlite::Statement& row)>& key,
    const std::function<void(const sqlite::Statement& row)>& visit,
    const TellLost& lost
);

}  // namespace stator::engine::persistence::checking
