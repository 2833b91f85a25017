// Load: what all connections take together, and how much that may be. Thread-safe.
//
// Nothing here is touched by a request that is small, comes in one piece and whose reply the client
// takes at once: the counters move when connections come and go, and when bytes have to be kept.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace stator::emulator::overload {

struct LoadLimits {
    // Open connections.
    std::size_t connections = 16'384;
    // Bytes of requests that are not all there, and of replies that wait for their clients.
    std::size_t bytes_in_flight = std::size_t{256} << 20U;
};

// Of one moment.
struct LoadFigures {
    std::size_t connections = 0;
    // Of these, those that have a request, or have had one a moment ago: the others rest.
    std::size_t active = 0;
    std::size_t bytes_in_flight = 0;

    // Since the start. Connections that were answered with 503, for want of room for them.
    std::uint64_t refused_connections = 0;
    // Connections that were closed to make room for others.
    std::uint64_t displaced_connections = 0;
    // Connections that were closed because their clients were silent or too slow.
    std::uint64_t timed_out_connections = 0;
    // Requests that were answered with 503 and replies that were broken off, for want of room for
    // their bytes.
    std::uint64_t refused_transfers = 0;
    // How often memory was given back to the system.
    std::uint64_t returns = 0;
};

class Load {
public:
    explicit Load(const LoadLimits& limits) : limits_(limits) {}

    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    const LoadLimits& limits() const { return limits_; }

    LoadFigures figures() const;

    // A connection is there. False when there are more than there may be; it counts all the same
    // until leave().
    bool enter() { return connections_.fetch_add(1) < limits_.connections; }

    void leave() { connections_.fetch_sub(1); }

    // A connection wakes up for a request, or goes to rest.
    void wake();

    void rest() { active_.fetch_sub(1); }

    // A connection that has kept `before` bytes keeps `now`. False when that is too much: it then
    // keeps nothing.
    bool keep(std::size_t before, std::size_t now);

    void note_refused_connection() { ++refused_connections_; }

    void note_displaced_connection() { ++displaced_connections_; }

    void note_timed_out_connection() { ++timed_out_connections_; }

    // Whether the operator should hear of what is refused now: not more often than every ten
    // seconds.
    bool should_tell(std::chrono::steady_clock::time_point now);

    // Whether memory should be given back to the system: much less is in use than at the last peak,
    // or all connections rest and the process has grown, or less is in use than when memory was
    // last given back. True at most once for each of these, and not while giving back has just
    // taken long. `resident` tells what the process has, in bytes.
    bool should_return_memory(std::chrono::steady_clock::time_point now, std::size_t (*resident)());

    // Memory was given back, which has taken that long; the process has so much now.
    void note_return(
        std::chrono::steady_clock::time_point end,
        std::chrono::steady_clock::duration duration,
        std::size_t resident
    );

private:
    // About what requests and connections take at the moment, in bytes.
    std::size_t in_use() const;
    void note_peak();
    // Whether all connections rest, for the first time since one of them has not.
    bool has_calmed_down();

    const LoadLimits limits_;
    std::atomic<std::size_t> connections_{0};
    std::atomic<std::size_t> active_{0};
    std::atomic<std::size_t> bytes_in_flight_{0};
    std::atomic<std::size_t> peak_{0};
    std::atomic<bool> was_active_{false};
    std::atomic<std::size_t> resident_at_return_{0};
    std::atomic<std::size_t> used_at_return_{0};
    // In ticks of the steady clock; no memory is given back before.
    std::atomic<std::chrono::steady_clock::rep> next_return_{0};
    std::atomic<std::chrono::steady_clock::rep> next_line_{0};
    std::atomic<std::uint64_t> refused_connections_{0};
    std::atomic<std::uint64_t> displaced_connections_{0};
    std::atomic<std::uint64_t> timed_out_connections_{0};
    std::atomic<std::uint64_t> refused_transfers_{0};
    std::atomic<std::uint64_t> returns_{0};
};

}  // namespace stator::emulator::overload
