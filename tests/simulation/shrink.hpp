// Shrinking: shortens a list of operations that fails to a list that fails in the same way.
#pragma once

#include <vector>

#include "tests/simulation/simulation.hpp"

namespace stator::simulation {

struct Shrunk {
    std::vector<Operation> operations;
    Failure failure;
};

// Delta debugging, in at most `max_runs` runs. Precondition: the operations fail with `failure`.
Shrunk shrink(
    std::vector<Operation> operations,
    const SimulationOptions& options,
    const Failure& failure,
    std::size_t max_runs
);

}  // namespace stator::simulation
