// The data file after DataFile::open() has checked and accepted it.
#pragma once

#include <memory>
#include <string>

#include "engine/base/directory_lock.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/persistence/left_over_logs.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite_journal.hpp"

namespace stator::engine::persistence {

// Reads `logs`, which must be sound, into the file. This is provisional: neither the logs nor the
// file itself change before the journal starts. The schema must be current. Throws Error,
// std::system_error and std::runtime_error.
std::unique_ptr<DataFile> take_into_use(
    DirectoryLock lock,
    std::string path,
    std::unique_ptr<sqlite::Connection> connection,
    SqliteJournal::Options journal_options,
    LeftOverLogs logs
);

}  // namespace stator::engine::persistence
