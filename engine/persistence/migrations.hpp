// The data file's schema as the ordered steps that make it, and the code that takes a file through
// the steps it has not seen. PRAGMA user_version says how far a file has come.
#pragma once

#include <cstdint>
#include <span>

#include "engine/persistence/sqlite.hpp"

namespace stator::engine::persistence {

// The data file keeps the clock's scale as a whole number of millionths.
inline constexpr double kMillion = 1e6;

// PRAGMA application_id of every Stator data file: "STTR".
inline constexpr std::int64_t kApplicationId = 0x53545452;

// Takes a file from version - 1 to version. A step that was released is never edited again.
struct Migration {
    std::int64_t version;
    const char* sql;
};

// Every step from an empty file to this Stator's schema; versions are 1, 2, 3 …
std::span<const Migration> migrations();

// Runs the steps the file has not seen and marks it as Stator's, all in one transaction. Does
// nothing when there are none. Throws SqliteError; the file is then as before.
void migrate(SqliteConnection& connection, std::span<const Migration> steps);

}  // namespace stator::engine::persistence
