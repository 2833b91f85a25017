// stator_simulation: seeded random operations against a naive model. Prints each failing seed, and
// for the first one the shortest list of operations found that fails in the same way. Exits with 1
// if a seed fails.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "tests/simulation/operations/generator.hpp"
#include "tests/simulation/shrink.hpp"

namespace {

using stator::simulation::Failure;
using stator::simulation::Operation;
using stator::simulation::Plant;

struct Arguments {
    std::string seeds = "100";
    std::size_t steps = 10'000;
    std::string plant;
    std::size_t shrink_runs = 600;
};

struct Seeds {
    std::uint64_t first = 1;
    std::uint64_t last = 0;
};

// "100" means 1..100; "7..9" is a range.
Seeds seeds_of(const std::string& text) {
    const auto dots = text.find("..");
    if (dots == std::string::npos) return {1, std::stoull(text)};
    return {std::stoull(text.substr(0, dots)), std::stoull(text.substr(dots + 2))};
}

void print_failure(const Failure& failure) {
    std::printf("%s: %s\n", failure.subject.c_str(), failure.text.c_str());
    std::fflush(stdout);
}

void print_shrunk(
    const std::vector<Operation>& operations,
    const stator::simulation::SimulationOptions& options,
    const Failure& failure,
    std::size_t shrink_runs
) {
    const auto shrunk = stator::simulation::shrink(operations, options, failure, shrink_runs);
    std::printf(
        "shrunk to %zu operations (%s, expired items stay %lld ms, table changes take %lld ms):\n",
        shrunk.operations.size(),
        options.is_persistent ? "with a data file" : "in memory",
        static_cast<long long>(options.delays.time_to_live_ms),
        static_cast<long long>(options.delays.table_ms)
    );
    for (const Operation& operation : shrunk.operations) {
        std::printf("  %s\n", stator::simulation::describe(operation).c_str());
    }
    print_failure(shrunk.failure);
}

// Returns how many seeds fail.
std::size_t run_seeds(const Arguments& arguments, Plant plant) {
    const Seeds seeds = seeds_of(arguments.seeds);
    std::size_t failures = 0;
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        const auto operations = stator::simulation::generate(seed, arguments.steps);
        const auto options = stator::simulation::options_of(seed, plant);
        const auto failure = stator::simulation::simulate(operations, options);
        if (!failure) continue;
        const auto number = static_cast<unsigned long long>(seed);
        std::printf("seed %llu fails at step %zu: ", number, failure->step);
        print_failure(*failure);
        if (failures++ == 0) print_shrunk(operations, options, *failure, arguments.shrink_runs);
    }
    const std::uint64_t seed_count = seeds.last - seeds.first + 1;
    const auto count = static_cast<unsigned long long>(seed_count);
    std::printf("%llu seeds of %zu steps, %zu failed\n", count, arguments.steps, failures);
    return failures;
}

// The reason why the text is not a list of seeds, or "".
std::string refuse_seeds(const std::string& text) {
    constexpr const char* kDigits = "0123456789";
    const auto dots = text.find("..");
    const bool is_fine = !text.empty() && dots != 0 && text.find_first_not_of(kDigits) == dots &&
                         (dots == std::string::npos ||
                          (dots + 2 < text.size() &&
                           text.find_first_not_of(kDigits, dots + 2) == std::string::npos));
    return is_fine ? "" : "N or A..B";
}

std::string all_plants() {
    std::string text;
    for (const std::string& name : stator::simulation::plant_names()) text.append(" ").append(name);
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App application("Seeded random operations against a naive model.");
    application.add_option("--seeds", arguments.seeds, "How many seeds, or A..B")
        ->check(refuse_seeds);
    application.add_option("--steps", arguments.steps, "Operations for each seed");
    application.add_option("--shrink-runs", arguments.shrink_runs, "Runs spent on a failing seed");
    application.add_option(
        "--plant", arguments.plant, "Succeed only if this planted bug is caught:" + all_plants()
    );
    CLI11_PARSE(application, argc, argv);
    Plant plant = Plant::None;
    if (!arguments.plant.empty()) {
        const auto known = stator::simulation::plant_from(arguments.plant);
        if (!known) {
            std::fprintf(stderr, "no such plant; there are%s\n", all_plants().c_str());
            return 2;
        }
        plant = *known;
    }
    const std::size_t failures = run_seeds(arguments, plant);
    const bool wants_failure = plant != Plant::None;
    return (failures != 0) == wants_failure ? 0 : 1;
}
