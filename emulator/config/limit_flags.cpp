#include "emulator/config/limit_flags.hpp"

#include "emulator/command_line/options.hpp"

namespace stator::emulator::config {
namespace {

using command_line::Options;

constexpr double kShortestSeconds = 0.1;
constexpr double kDay = 86'400;

// A body may have 16 MB, and the limit must allow receiving one.
constexpr std::uint64_t kLeastInFlightMb = 32;
// The size of an empty server, with some room to send error replies.
constexpr std::uint64_t kLeastMemoryMb = 32;
constexpr std::uint64_t kMostMb = std::uint64_t{1} << 24U;

}  // namespace

void add_limit_flags(CLI::App& app, LimitConfig& config) {
    Options limits(app, Options::Scope::Server);
    limits.number(
        "--head-timeout",
        config.head_timeout_s,
        kShortestSeconds,
        kDay,
        "Close a connection whose request headers take longer than this, in seconds"
    );
    limits.number(
        "--request-timeout",
        config.request_timeout_s,
        kShortestSeconds,
        kDay,
        "Close a connection whose request takes longer than this to arrive, in seconds"
    );
    limits.number(
        "--idle-timeout",
        config.idle_timeout_s,
        kShortestSeconds,
        kDay,
        "Close a connection that has been idle for this long, in seconds"
    );
    limits.number(
        "--max-connections", config.connections, 1, 1'000'000, "Maximum number of open connections"
    );
    limits.number(
        "--max-in-flight",
        config.in_flight_mb,
        kLeastInFlightMb,
        kMostMb,
        "Maximum memory for requests and replies in progress, in MB",
        "MB"
    );
    limits.number(
        "--max-memory",
        config.memory_mb,
        0,
        kMostMb,
        "Refuse writes while the process uses more memory than this, in MB; 0 means no limit",
        "MB"
    );
}

std::optional<std::string> check_limit_flags(const LimitConfig& config) {
    if (config.memory_mb == 0 || config.memory_mb >= kLeastMemoryMb) return std::nullopt;
    return "--max-memory cannot be " + std::to_string(config.memory_mb) + ": give at least " +
           std::to_string(kLeastMemoryMb) + " MB, or 0 for no limit.";
}

}  // namespace stator::emulator::config
