// MemoryGuard: keeps the process within the memory it may take, by having writes refused.
//
// What is freed does not always go back to the system, because what is next to it is still in use.
// It is there for the next writes, so it counts only as far as one expects such gaps in any heap.
//
// A limit on memory is not a reason to lose anything: while it is exceeded, what would make the
// data grow is refused, and reading and deleting go on. is_full() is one load, for every request;
// check() looks at the memory from time to time, more often the closer the limit is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace stator::emulator::overload {

// How the guard learns of the memory; a test has its own.
struct MemoryProbe {
    std::function<std::size_t()> resident_bytes;
    std::function<std::size_t()> allocated_bytes;
    std::function<void()> return_free_memory;
    std::function<std::chrono::steady_clock::time_point()> now;
};

class MemoryGuard {
public:
    // The process's own memory and clock.
    static MemoryProbe system_probe();

    // `limit_bytes` is not 0. `log` gets a line when writes are refused from now on, and one when
    // they are accepted again.
    MemoryGuard(
        std::size_t limit_bytes, MemoryProbe probe, std::function<void(const std::string& line)> log
    );

    MemoryGuard(const MemoryGuard&) = delete;
    MemoryGuard& operator=(const MemoryGuard&) = delete;

    // Whether writes are to be refused. Thread-safe.
    bool is_full() const { return is_full_.load(std::memory_order_relaxed); }

    std::size_t limit_bytes() const { return limit_; }

    // Counts a request that was refused. Thread-safe.
    void note_refusal() { refusals_.fetch_add(1, std::memory_order_relaxed); }

    // Requests that were refused. Thread-safe.
    std::uint64_t refusals() const { return refusals_.load(std::memory_order_relaxed); }

    // Looks at the memory, and returns how long the next look may wait. Called by one thread.
    std::chrono::milliseconds check();

private:
    // Gives memory back unless that has just been done, and returns how much is still in use.
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
