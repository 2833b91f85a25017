// Checks and repairs data files that no process uses: `stator check`.
#pragma once

#include <string>
#include <variant>

#include "engine/base/clock.hpp"
#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/data_file.hpp"

namespace stator::engine {

// Looks at everything in the data file of a directory, or at a data file by itself, and lets an
// engine open a copy of it. The original is only read. The error is a sentence: the file is in use,
// or cannot be looked at at all.
std::variant<persistence::checking::Report, persistence::DataFileError> check_data(
    const std::string& path, const Clock& clock
);

// Writes what can be saved into a new data file in `target`, which must not be there yet, and lets
// an engine open it. The report's problems say what was lost, its figures what was saved.
std::variant<persistence::checking::Report, persistence::DataFileError> repair_data(
    const std::string& path, const std::string& target, const Clock& clock
);

// Replaces a damaged data file with its readable rows. The damaged files stay in the
// directory under other names, which end with ".damaged" or ".damaged-<number>". The report's
// problems say what was lost. The error is a sentence; the files have their names then, unless the
// disk refused.
std::variant<persistence::checking::Report, persistence::DataFileError> accept_damage(
    const std::string& directory, const Clock& clock
);

}  // namespace stator::engine
