// The data file's schema as the ordered steps that create it, and the code that applies the steps a
// file has not seen. PRAGMA user_version counts the steps applied.
#pragma once

#include <cstdint>
#include <span>

#include "engine/persistence/sqlite.hpp"

namespace stator::engine::persistence {

// PRAGMA application_id of every Stator data file: "STTR".
inline constexpr std::int64_t kApplicationId = 0x53545452;

// Takes a file from version - 1 to version. A released step is never edited again.
struct Migration {
    std::int64_t version;
    const char* sql;
};

// Every step from an empty file to the current schema; versions are 1, 2, 3 …
std::span<const Migration> migrations();

// Applies the missing steps and marks the file as Stator's, in one transaction. Does nothing when
// no step is missing. Throws SqliteError; the file is unchanged then.
void migrate(SqliteConnection& connection, std::span<const Migration> steps);

}  // namespace stator::engine::persistence
