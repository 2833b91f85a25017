// The files of a working copy as files: whose they are, whether SQLite finds them whole, whether
// the schema is the version's, whether the change log's frames are.
#pragma once

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/checking/working_copy.hpp"

namespace stator::engine::persistence::checking {

// Adds problems and notes. False when nothing more can be said about the file: it is empty,
// somebody else's, a newer Stator's, or so damaged that SQLite cannot open it.
bool check_files(const WorkingCopy& copy, Report& report);

}  // namespace stator::engine::persistence::checking
