// The minimum number of partitions of a table or a global index. A pure function.
#pragma once

#include <cstddef>
#include <string>

#include "engine/definition/table_change.hpp"

namespace stator::engine::definition {

// Error: the global index does not exist, or it is being deleted. `index` is "" for the table.
TableEdit partitions_edit(std::string index, std::size_t count);

}  // namespace stator::engine::definition
