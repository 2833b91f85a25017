// Item storage up to data version 9: one SQLite table for each DynamoDB table, items_<number>, and
// one for each base, rows_<base>.
#pragma once

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::sqlite {

// The step to data version 9: adds a checksum to each row.
void add_row_sums(Connection& connection);

// The step to data version 10: moves all rows to the table `items`, lists their sets in `row_sets`,
// and computes the checksums of all rows again, with the file's own number as their seed. Throws
// Error, Corrupt, if a file of version 9 has damaged or missing rows, because these must not become
// valid.
void gather_rows(Connection& connection);

}  // namespace stator::engine::persistence::sqlite
