// Draws operations from a seed, or from the bytes that a fuzzer gives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/simulation/operations/operation.hpp"

namespace stator::simulation {

// The same seed and count, the same operations, on every machine.
std::vector<Operation> generate(std::uint64_t seed, std::size_t count);

// The same bytes, the same operations: as many as they are enough for, and at most `count`.
// Compared sometimes, and at the end.
std::vector<Operation> generate_from(std::span<const std::uint8_t> bytes, std::size_t count);

}  // namespace stator::simulation
