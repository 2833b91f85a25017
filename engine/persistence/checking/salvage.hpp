// Saves the readable part of a damaged data file in a new one, which is sound.
#pragma once

#include <optional>
#include <string>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/checking/working_copy.hpp"

namespace stator::engine::persistence::checking {

// Reads the working copy row by row and skips damaged rows. Writes tables, items, streams,
// histories and entries into a new data file in `directory`, then the changes of the change log.
// The data file must not exist yet. Adds a problem to the report for each loss, and does not change
// the report's figures. The error is a message for the user: nothing can be read at all, or the new
// file cannot be written.
std::optional<DataFileError> salvage(
    const WorkingCopy& copy,
    const std::string& directory,
    const AcceptsEntry& accepts,
    Report& report
);

}  // namespace stator::engine::persistence::checking
