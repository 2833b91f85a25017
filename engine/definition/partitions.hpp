// The number of partitions that a table or a global index has at least. A pure function.
#pragma once

#include <cstddef>
#include <string>

#include "engine/definition/table_change.hpp"

namespace stator::engine::definition {

// Error: there is no such global index, or it is being deleted. `index` is "" for the table.
TableEdit partitions_edit(std::string index, std::size_t count);

}  // namespace stator::engine::definition
