// Load: the resources that all connections use together, and their limits. Thread-safe.
//
// A request that is small, arrives in one piece and whose reply the client accepts immediately does
// not change this object: the counters change when connections open and close, and when bytes must
// be kept.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace stator::emulator::overload {

struct LoadLimits {
    // Open connections.
    std::size_t connections = 16'384;
    // Bytes of incomplete requests, and of replies that their clients have not read.
    std::size_t bytes_in_flight = std::size_t{256} << 20U;
};

// Values at one moment.
struct LoadFigures {
    std::size_t connections = 0;
    // The connections that have a request or had one recently; the others rest.
    std::size_t active = 0;
    std::size_t bytes_in_flight = 0;

    // Totals since the start. Connections that were answered with 503 because of the connection
    // limit.
    std::uint64_t refused_connections = 0;
    // Connections that were closed to make room for others.
    std::uint64_t displaced_connections = 0;
    // Connections that were closed because their clients were silent or too slow.
    std::uint64_t timed_out_connections = 0;
    // Requests that were answered with 503 and replies that were cut off because there was no room
    // for their bytes.
    std::uint64_t refused_transfers = 0;
    // Number of times that memory was returned to the system.
    std::uint64_t returns = 0;
};

class Load {
public:
    explicit Load(const LoadLimits& limits) : limits_(limits) {}

    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    const LoadLimits& limits() const { return limits_; }

    // Returns the present values. They may change while they are read.
    LoadFigures figures() const;

    // Registers a connection. Returns false if the limit is exceeded; even then, the connection
    // counts until leave().
    bool enter() { return connections_.fetch_add(1) < limits_.connections; }

    void leave() { connections_.fetch_sub(1); }

    // Registers that a connection wakes up for a request; rest() that it becomes idle.
    void wake();

    void rest() { active_.fetch_sub(1); }

    // Changes the bytes that a connection keeps from `before` to `now`. Returns false if that
    // exceeds the limit; the connection then keeps no bytes.
    bool keep(std::size_t before, std::size_t now);

    void note_refused_connection() { ++refused_connections_; }

    void note_displaced_connection() { ++displaced_connections_; }

    void note_timed_out_connection() { ++timed_out_connections_; }

    // Whether a rejection should be reported to the operator now, which happens at most every ten
    // seconds.
    bool should_tell(std::chrono::steady_clock::time_point now);

    // Whether memory should be returned to the system. This is the case if much less is in use than
    // at the last peak, if all connections rest and the process has grown, or if less is in use
    // than when memory was last returned. Returns true at most once for each of these cases, and
    // not shortly after a return that took long. `resident` returns the memory of the process, in
    // bytes.
    bool should_return_memory(std::chrono::steady_clock::time_point now, std::size_t (*resident)());

    // Reports that memory was returned, with the duration and the present memory of the process.
    void note_return(
        std::chrono::steady_clock::time_point end,
        std::chrono::steady_clock::duration duration,
        std::size_t resident
    );

private:
    // Approximate memory of the present requests and connections, in bytes.
    std::size_t in_use() const;
    void note_peak();
    // Whether all connections rest, for the first time since one of them was active.
    bool has_calmed_down();

    const LoadLimits limits_;
    std::atomic<std::size_t> connections_{0};
    std::atomic<std::size_t> active_{0};
    std::atomic<std::size_t> bytes_in_flight_{0};
    std::atomic<std::size_t> peak_{0};
    std::atomic<bool> was_active_{false};
    std::atomic<std::size_t> resident_at_return_{0};
    std::atomic<std::size_t> used_at_return_{0};
    // In ticks of the steady clock; no memory is returned before this time.
    std::atomic<std::chrono::steady_clock::rep> next_return_{0};
    std::atomic<std::chrono::steady_clock::rep> next_line_{0};
    std::atomic<std::uint64_t> refused_connections_{0};
    std::atomic<std::uint64_t> displaced_connections_{0};
    std::atomic<std::uint64_t> timed_out_connections_{0};
    std::atomic<std::uint64_t> refused_transfers_{0};
    std::atomic<std::uint64_t> returns_{0};
};

}  // namespace stator::emulator::overload
