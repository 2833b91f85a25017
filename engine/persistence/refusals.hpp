// Errors that tell the user why a data file cannot be used. Each message names the fix.
#pragma once

#include <cstdint>
#include <string>
#include <system_error>

#include "engine/persistence/data_file.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

inline constexpr const char* kAnotherDirectory = "give --db-path another directory.";

DataFileError in_use(const std::string& path);
DataFileError not_stators(const std::string& path);
DataFileError not_writable(const std::string& path, const std::string& reason);
DataFileError too_new(const std::string& path, std::int64_t version);

// The change log of an older version, which this version cannot read.
DataFileError older_log(const std::string& path, std::int64_t version);
DataFileError orphaned_log(const std::string& path);

// The data file `path` is damaged.
DataFileError damaged_file(const std::string& path, const std::string& reason);

// An item cannot be read although the checksum of its row is intact.
DataFileError unreadable_item(std::uint64_t row_id, const std::string& flaw);

// A log in the directory is damaged or missing. `what` names the file, the position and the loss:
// "/data/stator.log is damaged at byte 4096 (…), which makes 300 bytes unreadable".
DataFileError damaged_log(const std::string& directory, const std::string& what);

DataFileError empty_file(const std::string& path);

// The error for a failure of SQLite or of the disk, by its kind.
DataFileError explain(const std::string& path, const sqlite::Error& error);
DataFileError explain(const std::string& directory, const std::system_error& error);

// Returns the directory itself if it exists, otherwise its nearest existing parent.
std::string existing_part(const std::string& directory);

}  // namespace stator::engine::persistence
