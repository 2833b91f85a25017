// What is simulated (one byte), then operations drawn from the bytes behind it, run on the engine
// and on the simulation's naive model: every answer, every table, index and stream, worlds that
// were left behind and data files after a crash are as the model says.
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
