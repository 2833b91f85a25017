// Simulation: runs a list of operations against the engine and the model in parallel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulation/model/model.hpp"
#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/plant.hpp"

namespace stator::simulation {

// The parameters of a run, in addition to its operations.
struct SimulationOptions {
    bool is_persistent = false;
    Delays delays;
    // Limit of the changes that are kept for recovery; 0 for no limit.
    std::uint64_t history_limit_bytes = 0;
    // Seed of the settings of the triggers and of their functions' failures.
    std::uint64_t trigger_seed = 0;
    Plant plant = Plant::None;
};

// The options that a seed implies. One in eight is persistent; in one of three, expired items stay
// for a while; in one of five, changes of tables take time. In one of seven, the history that
// point-in-time recovery needs is soon dropped.
SimulationOptions options_of(std::uint64_t seed, Plant plant);

struct Failure {
    std::size_t step = 0;  // the operation that showed it
    std::string subject;   // "table", "index", "stream", "answer" …
    std::string text;
};

// Runs the operations in order and compares everything at the end. Returns the first failure, or
// nullopt. The same arguments give the same result.
std::optional<Failure> simulate(
    const std::vector<Operation>& operations, const SimulationOptions& options
);

}  // namespace stator::simulation
