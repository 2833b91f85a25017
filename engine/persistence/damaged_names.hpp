// Names of damaged files that are kept.
#pragma once

#include <string>
#include <vector>

namespace stator::engine::persistence {

// The first of ".damaged", ".damaged-2", ".damaged-3" and so on that leads, after none of the
// paths, to an existing file. Throws std::system_error.
std::string damaged_suffix(const std::vector<std::string>& paths);

}  // namespace stator::engine::persistence
