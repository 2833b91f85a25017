// The data file's schema as the ordered steps that create it, and the code that applies the steps a
// file has not seen. PRAGMA user_version counts the steps applied.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::sqlite {

// PRAGMA application_id of every Stator data file: "STTR".
inline constexpr std::int64_t kApplicationId = 0x53545452;

// Takes a file from version - 1 to version. A released step is never edited again.
struct Migration {
    std::int64_t version;
    const char* sql;
    // For tables whose names are not fixed; runs after `sql`.
    void (*work)(Connection& connection) = nullptr;
};

// Every step from an empty file to the current schema; versions are 1, 2, 3 …
std::span<const Migration> migrations();

// Skipped only when the readable part of a damaged file is saved.
enum class PageCheck : unsigned char { Done, Skipped };

// Applies the missing steps and marks the file as Stator's, in one transaction. Does nothing if no
// step is missing. Throws Error, also if SQLite finds damaged pages; in that case the file is
// unchanged.
void migrate(
    Connection& connection, std::span<const Migration> steps, PageCheck page_check = PageCheck::Done
);

// Creates a data file of the current version at `path`, which must be missing or empty. Writes a
// file with another name in `directory` and renames it, so that a power failure never leaves a
// partial file, which could be mistaken for another program's. `synchronous` is SQLite's setting.
// Throws Error and std::system_error; in that case `path` is still missing or empty.
void make_data_file(
    const std::string& directory, const std::string& path, const std::string& synchronous
);

}  // namespace stator::engine::persistence::sqlite
