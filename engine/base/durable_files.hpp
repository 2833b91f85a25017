// What makes files and their names durable. Functions of POSIX alone; thread-safe.
#pragma once

#include <string>

namespace stator::engine {

// Makes the names of a directory's files durable: which files are there, after a power failure too.
// Does nothing on a file system that knows no such thing. Throws std::system_error.
void sync_names(const std::string& directory);

// Makes a file empty for good, after a power failure too. Throws std::system_error; the file may be
// empty all the same.
void empty_file(const std::string& path);

}  // namespace stator::engine
