// Tables at random: keys of all types, local and global indexes, projections, streams.
#pragma once

#include <string>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"

namespace stator::conformance::generate {

/// A valid definition of a table called `name`, billed by request.
TableShape random_table(std::string name, Random& random);

}  // namespace stator::conformance::generate
