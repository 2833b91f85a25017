// The flags that limit the resources that clients can use: docs/LIMITS.md.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace stator::emulator::config {

struct LimitConfig {
    double head_timeout_s = 10;        // maximum time to receive the head of a request
    double request_timeout_s = 20;     // maximum time to receive a request
    double idle_timeout_s = 300;       // maximum time that a client may be silent
    std::size_t connections = 16'384;  // at a time
    std::uint64_t in_flight_mb = 256;  // of incomplete requests and unsent replies
    std::uint64_t memory_mb = 0;       // of the process; above it, writes are rejected; 0: no limit
};

void add_limit_flags(CLI::App& app, LimitConfig& config);

// Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> check_limit_flags(const LimitConfig& config);

}  // namespace stator::emulator::config
