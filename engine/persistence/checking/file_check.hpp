// The files of a working copy as files: whose they are, whether SQLite finds them whole, whether
// the schema is the version's, whether the change log's frames are.
#pragma once

#include <optional>
#include <string>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/checking/working_copy.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {

// Adds problems and notes. False when nothing more can be said about the file: it is empty,
// somebody else's, a newer Stator's, or so damaged that SQLite cannot open it.
bool check_files(const WorkingCopy& copy, Report& report);

// Makes a file that was cut off as long as it says it is, so that the rest of it can be read; what
// is gone is a problem.
void restore_length(const WorkingCopy& copy, Report& report);

// What is wrong with one row (event, keys, old_image, new_image at these columns) of a stream's
// records; nothing when it can be read.
std::optional<std::string> flaw_of_record(const sqlite::Statement& row, int event, int keys);

}  // namespace stator::engine::persistence::checking
