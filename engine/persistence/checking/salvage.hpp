// Saves what can be read of a damaged data file into a new one, which is sound.
#pragma once

#include <optional>
#include <string>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/checking/working_copy.hpp"

namespace stator::engine::persistence::checking {

// Reads the working copy row by row, past what is damaged, and writes tables, items, streams,
// histories and entries into a data file in `directory`, which must not be there yet; then what the
// change log holds. What was lost is a problem of the report, a line each; its figures stay as they
// are. The error is a sentence: nothing can be read at all, or the new file cannot be written.
std::optional<DataFileError> salvage(
    const WorkingCopy& copy,
    const std::string& directory,
    const AcceptsEntry& accepts,
    Report& report
);

}  // namespace stator::engine::persistence::checking
