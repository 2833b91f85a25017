// Random tables: keys of all types, local and global indexes, projections, streams.
#pragma once

#include <string>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"

namespace stator::conformance::generate {

/// Returns a valid definition of a table called `name` with on-demand capacity.
TableShape random_table(std::string name, Random& random);

}  // namespace stator::conformance::generate
