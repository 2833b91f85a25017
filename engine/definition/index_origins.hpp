// IndexOrigins: the indexes of a new table that begin as copies of another table's.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace stator::engine::definition {

// By the name of the new index: that of the other table's index with the same keys and projection.
using IndexOrigins = std::map<std::string, std::string, std::less<>>;

}  // namespace stator::engine::definition
