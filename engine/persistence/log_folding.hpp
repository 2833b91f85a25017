// Moves batches from a change log into the data file, during use and after a crash.
#pragma once

#include <string>

#include "engine/persistence/change_writer.hpp"
#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

// Writes the first `end` bytes of a log into the data file and counts the log as folded. Does not
// remove the log. `writer` is the connection's writer. Batches that the file already contains have
// no further effect. Throws Error, std::system_error and std::runtime_error.
void fold_log(
    const std::string& path,
    const changes::LogIdentity& identity,
    std::uint64_t end,
    ChangeWriter& writer
);

}  // namespace stator::engine::persistence
