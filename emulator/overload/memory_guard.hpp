// MemoryGuard: keeps the process within its memory limit by rejecting writes.
//
// Freed memory does not always return to the system, because adjacent memory may still be in use.
// It is available for later writes, so it counts only up to the amount of gaps that is usual for a
// heap.
//
// The memory limit never causes data loss: while it is exceeded, requests that would make the data
// grow are rejected, and reads and deletes continue. is_full() is one atomic load, for every
// request; check() measures the memory from time to time, more often when the limit is close.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace stator::emulator::overload {

// The guard's sources of memory figures and time; tests replace them.
struct MemoryProbe {
    std::function<std::size_t()> resident_bytes;
    std::function<std::size_t()> allocated_bytes;
    std::function<void()> return_free_memory;
    std::function<std::chrono::steady_clock::time_point()> now;
};

class MemoryGuard {
public:
    // Returns a probe of the process's own memory and clock.
    static MemoryProbe system_probe();

    // `limit_bytes` must not be 0. `log` receives a line when writes begin to be rejected, and one
    // when they are accepted again.
    MemoryGuard(
        std::size_t limit_bytes, MemoryProbe probe, std::function<void(const std::string& line)> log
    );

    MemoryGuard(const MemoryGuard&) = delete;
    MemoryGuard& operator=(const MemoryGuard&) = delete;

    // Whether writes must be rejected. Thread-safe.
    bool is_full() const { return is_full_.load(std::memory_order_relaxed); }

    std::size_t limit_bytes() const { return limit_; }

    // Counts a rejected request. Thread-safe.
    void note_refusal() { refusals_.fetch_add(1, std::memory_order_relaxed); }

    // Number of rejected requests. Thread-safe.
    std::uint64_t refusals() const { return refusals_.load(std::memory_order_relaxed); }

    // Measures the memory, and returns how long the next check may wait. Called by one thread.
    std::chrono::milliseconds check();

private:
    // Returns memory to the system unless that happened recently, and returns the memory still in
    // use.
    std::size_t reduced(std::size_t resident);
    void become(bool full, std::size_t used);

    const std::size_t limit_;
    const MemoryProbe probe_;
    const std::function<void(const std::string& line)> log_;
    std::atomic<bool> is_full_{false};
    std::atomic<std::uint64_t> refusals_{0};
    std::chrono::steady_clock::time_point next_return_{};
    std::size_t used_at_return_ = 0;
    std::size_t resident_at_return_ = 0;
};

}  // namespace stator::emulator::overload
