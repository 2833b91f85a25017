// Names under which damaged files are kept.
#pragma once

#include <string>
#include <vector>

namespace stator::engine::persistence {

// Returns the first of ".damaged", ".damaged-2", ".damaged-3" and so on that, appended to any of
// the paths, does not name an existing file. Throws std::system_error.
std::string damaged_suffix(const std::vector<std::string>& paths);

}  // namespace stator::engine::persistence
