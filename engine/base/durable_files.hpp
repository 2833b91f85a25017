// Functions that make files and their names durable. They use only POSIX; thread-safe.
#pragma once

#include <string>

namespace stator::engine {

// Makes the names of a directory's files durable, so that a power failure does not change which
// files exist. Does nothing on a file system that does not support this. Throws std::system_error.
void sync_names(const std::string& directory);

// Empties a file durably, so that it is also empty after a power failure. Throws std::system_error;
// the file may be empty even then.
void empty_file(const std::string& path);

}  // namespace stator::engine
