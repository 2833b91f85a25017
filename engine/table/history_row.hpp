// How the data file keeps a change of a table's history. A pure function.
#pragma once

#include "engine/persistence/journal.hpp"
#include "engine/table/change_history.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::table {

// An insertion is its key alone. The caller holds a partition of the table, or knows that its keys
// do not change.
persistence::HistoryRow history_row(
    const Table& table, const ItemChange& change, ChangeHistory::Added added
);

}  // namespace stator::engine::table
