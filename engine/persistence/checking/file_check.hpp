// Checks the files of a working copy: whether they are Stator's, whether SQLite finds them intact,
// whether the schema is that of their version, and whether the change log's frames are intact.
#pragma once

#include <optional>
#include <string>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/checking/working_copy.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {

// Adds problems and notes. Returns false if the file cannot be checked further: it is empty,
// belongs to another program or a newer Stator, or is so damaged that SQLite cannot open it.
bool check_files(const WorkingCopy& copy, Report& report);

// Extends a file that was cut off to the length in its header, so that the rest of it can be read.
// Adds a problem for the lost bytes.
void restore_length(const WorkingCopy& copy, Report& report);

// Returns the flaw of one row of stream_records, or nullopt if it can be read. `event` is the
// column of the event; old_image and new_image follow `keys`.
std::optional<std::string> flaw_of_record(const sqlite::Statement& row, int event, int keys);

}  // namespace stator::engine::persistence::checking
