// Reads a text file that the user specified.
#pragma once

#include <string>

#include "emulator/base/accepted.hpp"

namespace stator::emulator {

// Returns the contents of a file. `what` names it in error sentences: "The faults file". Errors:
// the file cannot be opened, or is a folder.
Accepted<std::string> file_text(const std::string& path, const std::string& what);

}  // namespace stator::emulator
