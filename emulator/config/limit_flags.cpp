#include "emulator/config/limit_flags.hpp"

namespace stator::emulator::config {
namespace {

constexpr double kShortestSeconds = 0.1;
constexpr double kDay = 86'400;

// A body may have 16 MB, and it must be possible to receive one.
constexpr std::uint64_t kLeastInFlightMb = 32;
// What an empty server needs, and some room to say no in.
constexpr std::uint64_t kLeastMemoryMb = 32;
constexpr std::uint64_t kMostMb = std::uint64_t{1} << 24U;

}  // namespace

void add_limit_flags(CLI::App& app, LimitConfig& config) {
    const auto seconds = [&app](const char* name, double& value, const char* help) {
        return app.add_option(name, value, help)
            ->check(CLI::Range(kShortestSeconds, kDay))
            ->capture_default_str();
    };
    seconds(
        "--head-timeout", config.head_timeout_s, "Seconds a request's headers may take to come"
    );
    seconds("--request-timeout", config.request_timeout_s, "Seconds a request may take to come");
    seconds("--idle-timeout", config.idle_timeout_s, "Seconds a connection may be silent");
    app.add_option("--max-connections", config.connections, "Connections at a time")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->capture_default_str();
    app.add_option(
           "--max-in-flight", config.in_flight_mb, "Requests and replies on their way, all together"
    )
        ->type_name("MB")
        ->check(CLI::Range(kLeastInFlightMb, kMostMb))
        ->capture_default_str();
    app.add_option(
           "--max-memory", config.memory_mb, "Memory beyond which writes are refused, 0 for any"
    )
        ->type_name("MB")
        ->check(CLI::Range(std::uint64_t{0}, kMostMb))
        ->capture_default_str();
}

std::optional<std::string> check_limit_flags(const LimitConfig& config) {
    if (config.memory_mb == 0 || config.memory_mb >= kLeastMemoryMb) return std::nullopt;
    return "--max-memory cannot be " + std::to_string(config.memory_mb) + ": give at least " +
           std::to_string(kLeastMemoryMb) + " MB, or 0 for no limit.";
}

}  // namespace stator::emulator::config
