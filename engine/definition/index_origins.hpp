// IndexOrigins: the indexes of a new table that start as copies of another table's indexes.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace stator::engine::definition {

// Maps the name of a new index to that of the other table's index with equal keys and projection.
using IndexOrigins = std::map<std::string, std::string, std::less<>>;

}  // namespace stator::engine::definition
