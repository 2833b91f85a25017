// MicroCase: one unit of measurement. Google Benchmark measures its time, and callgrind counts its
// instructions.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stator::bench {

struct MicroCase {
    std::string name;
    // Builds the data of a step. The returned function executes the step once.
    std::function<std::function<void()>()> prepare;
};

// Numbers, keys, images and expressions, without an engine.
std::vector<MicroCase> protocol_cases();

// Whole operations from JSON to JSON on an in-memory engine, and one from HTTP headers to headers.
std::vector<MicroCase> operation_cases();

}  // namespace stator::bench
