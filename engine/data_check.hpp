// Checks and repairs data files that no process has open: `stator check`.
#pragma once

#include <string>
#include <variant>

#include "engine/base/clock.hpp"
#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/data_file.hpp"

namespace stator::engine {

// Checks all contents of the data file in a directory, or of a single data file, and opens a copy
// of it with an engine. Only reads the original. The error is a sentence: the file is in use, or
// cannot be read at all.
std::variant<persistence::checking::Report, persistence::DataFileError> check_data(
    const std::string& path, const Clock& clock
);

// Writes all readable data into a new data file in `target`, which must not exist, and opens it
// with an engine. The report's problems list the losses, its figures the saved data.
std::variant<persistence::checking::Report, persistence::DataFileError> repair_data(
    const std::string& path, const std::string& target, const Clock& clock
);

// Replaces a damaged data file with its readable rows. The damaged files stay in the directory
// under other names, which end with ".damaged" or ".damaged-<number>". The report's problems list
// the losses. The error is a sentence; after an error the files have their original names, unless
// renaming them failed.
std::variant<persistence::checking::Report, persistence::DataFileError> accept_damage(
    const std::string& directory, const Clock& clock
);

}  // namespace stator::engine
