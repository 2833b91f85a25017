// Rewinds a private copy of a table to an earlier point in time, for point-in-time recovery.
#pragma once

#include <span>
#include <vector>

#include "engine/persistence/journal.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::backup {

// Restores every item and index entry to its state at that time. Returns the rows that the call
// changed.
std::vector<persistence::RowChange> rewind(
    table::Table& table, std::span<const storage::PastItem> items
);

}  // namespace stator::engine::backup
