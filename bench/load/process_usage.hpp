// The CPU time and resident memory of a process, read from the kernel.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "load/clock.hpp"

namespace stator::bench {

// A reading. `cpu_ns` is exact to the nanosecond; the user and system parts come from
// /proc/PID/stat and advance in steps of a clock tick (10 ms).
struct ProcessUsage {
    Nanoseconds cpu_ns = 0;
    Nanoseconds user_ns = 0;
    Nanoseconds system_ns = 0;
    std::uint64_t rss_bytes = 0;
    std::uint64_t rss_bytes_max = 0;
};

// Returns the usage of all threads of `pid`; nullopt if the process does not exist.
std::optional<ProcessUsage> read_process_usage(pid_t pid);

// CPU time of this process.
Nanoseconds own_cpu_ns() noexcept;

// CPU time of the whole machine since it started, over all cores, in steps of a clock tick.
Nanoseconds machine_cpu_ns();

// Returns the process that listens on TCP port `port`; nullopt if no process that this user can
// inspect does.
std::optional<pid_t> find_listener(std::uint16_t port);

}  // namespace stator::bench
