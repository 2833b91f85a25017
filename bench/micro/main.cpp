// stator-micro: measures the time of each case with Google Benchmark. With --count, runs each under
// callgrind instead, which writes one dump per case. bench/instructions reads the dumps.
#include <benchmark/benchmark.h>
#include <valgrind/callgrind.h>

#include <cstdio>
#include <string_view>

#include "micro/micro_case.hpp"

namespace {

using stator::bench::MicroCase;

constexpr int kWarmUpSteps = 200;
constexpr int kCountedSteps = 100;

std::vector<MicroCase> all_cases() {
    std::vector<MicroCase> cases = stator::bench::protocol_cases();
    for (MicroCase& each : stator::bench::operation_cases()) cases.push_back(std::move(each));
    return cases;
}

// Prints "name steps" in the order of the dumps.
void count(const MicroCase& each) {
    const auto step = each.prepare();
    for (int i = 0; i < kWarmUpSteps; ++i) step();
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    for (int i = 0; i < kCountedSteps; ++i) step();
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(each.name.c_str());
    std::printf("%s %d\n", each.name.c_str(), kCountedSteps);
}

void time(const MicroCase& each) {
    benchmark::RegisterBenchmark(
        each.name.c_str(),
        [prepare = each.prepare](benchmark::State& state) {
            const auto step = prepare();
            for (auto _ : state) step();
        }
    );
}

}  // namespace

int main(int argc, char** argv) {
    const bool counts = argc == 2 && std::string_view(argv[1]) == "--count";
    for (const MicroCase& each : all_cases()) counts ? count(each) : time(each);
    if (counts) return 0;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
