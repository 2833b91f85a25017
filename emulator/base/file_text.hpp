// The text of a file that a person named.
#pragma once

#include <string>

#include "emulator/base/accepted.hpp"

namespace stator::emulator {

// The whole of a file. `what` names it in error sentences: "The faults file". Errors: it cannot be
// opened, or is a folder.
Accepted<std::string> file_text(const std::string& path, const std::string& what);

}  // namespace stator::emulator
