// Makes a table that nobody else knows what it was at a moment.
#pragma once

#include <span>
#include <vector>

#include "engine/persistence/journal.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::backup {

// Puts every item into the place it had, and the entries of all indexes. Returns the rows in which
// the table then differs from what it was before the call.
std::vector<persistence::RowChange> rewind(
    table::Table& table, std::span<const storage::PastItem> items
);

}  // namespace stator::engine::backup
