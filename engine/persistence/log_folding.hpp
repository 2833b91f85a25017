// How the batches of the change log get into the data file: while it is in use, and after a crash.
#pragma once

#include "engine/persistence/change_log.hpp"
#include "engine/persistence/change_writer.hpp"
#include "engine/persistence/sqlite.hpp"

namespace stator::engine::persistence {

// Writes the sealed log, if there is one, into the data file and removes it. Batches that the file
// has already do it no harm. Throws SqliteError, std::system_error or ForeignChangeLog; the log is
// still there then.
void fold_sealed_log(ChangeLog& log, ChangeWriter& writer, SqliteConnection& connection);

// Writes all that an earlier process has left in the log into the data file, and removes it.
// Throws likewise. The schema must be current.
void fold_log(ChangeLog& log, SqliteConnection& connection);

}  // namespace stator::engine::persistence
