// The flags that limit what clients can make the server take: docs/LIMITS.md.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace stator::emulator::config {

struct LimitConfig {
    double head_timeout_s = 10;        // how long the head of a request may take to come in
    double request_timeout_s = 20;     // how long a request may take to come in
    double idle_timeout_s = 300;       // how long a client may be silent
    std::size_t connections = 16'384;  // at a time
    std::uint64_t in_flight_mb = 256;  // of requests and replies on their way
    std::uint64_t memory_mb = 0;       // of the process, beyond which writes are refused; 0: any
};

void add_limit_flags(CLI::App& app, LimitConfig& config);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> check_limit_flags(const LimitConfig& config);

}  // namespace stator::emulator::config
