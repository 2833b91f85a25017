// Draws operations from a seed.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/simulation/operations/operation.hpp"

namespace stator::simulation {

// The same seed and count, the same operations, on every machine.
std::vector<Operation> generate(std::uint64_t seed, std::size_t count);

}  // namespace stator::simulation
