// What a process has cost so far: CPU time and resident memory, read from the kernel.
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

// The usage of all threads of `pid`, or nothing when there is no such process.
std::optional<ProcessUsage> read_process_usage(pid_t pid);

// CPU time of this process.
Nanoseconds own_cpu_ns() noexcept;

// CPU time spent by the whole machine since it started, over all cores, in steps of a clock tick.
Nanoseconds machine_cpu_ns();

// The process which listens on TCP port `port`, or nothing when no process that we may look into
// does.
std::optional<pid_t> find_listener(std::uint16_t port);

}  // namespace stator::bench
