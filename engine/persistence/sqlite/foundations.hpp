// Checks of a data file before anything in it is used.
#pragma once

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::sqlite {

// Takes the seed of the checksums, then compares the counters with their seal and the schema with
// its checksum. SQLite also reads each page of a small file; those of a large one are read before
// the first change. The schema must be current. Throws Error, Corrupt.
void check_foundations(Connection& connection);

// Makes SQLite read each page, unless check_foundations() has done that. Throws Error, Corrupt.
void check_pages_of_large_file(Connection& connection);

}  // namespace stator::engine::persistence::sqlite
