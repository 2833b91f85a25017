// Holds the rows of a data file against their checksums and seals (row_seals.hpp), all of them,
// past what is damaged.
#pragma once

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {

// Adds a problem for each row that is damaged and for each table that lacks rows or has others than
// were written. The schema must be current. A table that SQLite cannot read to its end is left out:
// SQLite's own check tells.
void check_sums(sqlite::Connection& connection, Report& report);

}  // namespace stator::engine::persistence::checking
