// Simulation: runs a list of operations against the engine and the model at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulation/model/model.hpp"
#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/plant.hpp"

namespace stator::simulation {

// Everything a run depends on beside its operations.
struct SimulationOptions {
    bool is_persistent = false;
    Delays delays;
    // Of the changes that recovery needs; 0 for no limit.
    std::uint64_t history_limit_bytes = 0;
    // Of the triggers: how they are set, and when their functions fail.
    std::uint64_t trigger_seed = 0;
    Plant plant = Plant::None;
};

// What a seed stands for, next to its operations: one in eight is persistent, in one of three
// expired items stay for a while, in one of five changes of tables take their time, in one of seven
// what point-in-time recovery needs is soon forgotten.
SimulationOptions options_of(std::uint64_t seed, Plant plant);

struct Failure {
    std::size_t step = 0;  // the operation that showed it
    std::string subject;   // "table", "index", "stream", "answer" …
    std::string text;
};

// Runs them in order and compares everything at the end; the first failure, or nothing. The same
// arguments, the same result.
std::optional<Failure> simulate(
    const std::vector<Operation>& operations, const SimulationOptions& options
);

}  // namespace stator::simulation
