// Compares all rows of a data file with their checksums and seals (row_seals.hpp), and continues
// after damaged rows.
#pragma once

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {

// Adds a problem for each damaged row, and for each table that lacks rows or has other rows than
// were written. The schema must be current. If SQLite cannot read a table to its end, adds SQLite's
// error as a problem.
void check_sums(sqlite::Connection& connection, Report& report);

}  // namespace stator::engine::persistence::checking
