// MicroCase: one thing to measure, as Google Benchmark times it and callgrind counts it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stator::bench {

struct MicroCase {
    std::string name;
    // Builds what a step works on; what it returns does the work once.
    std::function<std::function<void()>()> prepare;
};

// Numbers, keys, images and expressions: no engine.
std::vector<MicroCase> protocol_cases();

// Whole operations from JSON to JSON on an engine in memory, and one from HTTP headers to headers.
std::vector<MicroCase> operation_cases();

}  // namespace stator::bench
