// The options of a simulation (one byte), then operations drawn from the bytes after it, run on the
// engine and on the simulation's naive model. Every answer, every table, index and stream, the
// worlds that were left behind, and data files after a crash must agree with the model.
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/simulation/operations/generator.hpp"
#include "tests/simulation/simulation.hpp"

STATOR_FUZZ_TARGET(sequence) {
    namespace simulation = stator::simulation;
    constexpr std::size_t kMostOperations = 300;
    if (size == 0) return 0;
    const auto operations = simulation::generate_from({data + 1, size - 1}, kMostOperations);
    const auto options = simulation::options_of(data[0], simulation::Plant::None);
    const auto failure = simulation::simulate(operations, options);
    if (!failure) return 0;
    std::string list;
    for (const simulation::Operation& operation : operations) {
        list.append(simulation::describe(operation)).append("\n");
    }
    stator::fuzz::require(false, failure->subject.c_str(), failure->text, list);
    return 0;
}
