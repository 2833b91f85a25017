// How batches get from the change log into the data file: during use, and after a crash.
#pragma once

#include "engine/persistence/change_log.hpp"
#include "engine/persistence/change_writer.hpp"
#include "engine/persistence/sqlite.hpp"

namespace stator::engine::persistence {

// Writes the sealed log, if any, into the data file and removes it. Batches already in the file are
// harmless. Throws SqliteError, std::system_error or ForeignChangeLog; the log is kept then.
void fold_sealed_log(ChangeLog& log, ChangeWriter& writer, SqliteConnection& connection);

// Writes everything an earlier process left in the log into the data file and removes it. Throws
// likewise. The schema must be current.
void fold_log(ChangeLog& log, SqliteConnection& connection);

}  // namespace stator::engine::persistence
