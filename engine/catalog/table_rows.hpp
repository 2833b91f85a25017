// The rows of a table's items in the data file.
#pragma once

#include "engine/base/identifiers.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::catalog {

// Adds every item of the table to the batch, under that number.
void add_items(const table::Table& table, TableNumber number, persistence::ChangeBatch& batch);

}  // namespace stator::engine::catalog
