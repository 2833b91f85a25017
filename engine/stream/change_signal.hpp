// ChangeSignal: tells whoever follows streams that there is something to read, or that time has
// moved. Costs a load while nobody follows. ChangeCount: how often one universe has rung it.
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace stator::engine::stream {

class ChangeSignal {
public:
    // Set once. `woken` is called under the locks of what has changed: it takes note and returns.
    void listen(std::function<void()> woken) {
        woken_ = std::move(woken);
        is_heard_.store(true, std::memory_order_release);
    }

    // There is something that follows a stream.
    void start() { is_on_.store(true, std::memory_order_release); }

    // Nobody listens any more. No call begins after this, provided that no request is under way.
    void stop() { is_heard_.store(false, std::memory_order_release); }

    bool is_heard() const { return is_heard_.load(std::memory_order_acquire); }

    void note() const {
        if (!is_on_.load(std::memory_order_acquire)) return;
        if (is_heard()) woken_();
    }

private:
    std::atomic<bool> is_on_{false};
    std::atomic<bool> is_heard_{false};
    std::function<void()> woken_;
};

// Everything that was noted before value() is asked can be read by then. A commit's number says
// less: it has that before its records are there.
class ChangeCount {
public:
    explicit ChangeCount(const ChangeSignal& signal) : signal_(signal) {}

    void note() {
        count_.fetch_add(1, std::memory_order_acq_rel);
        signal_.note();
    }

    std::uint64_t value() const { return count_.load(std::memory_order_acquire); }

private:
    const ChangeSignal& signal_;
    std::atomic<std::uint64_t> count_{0};
};

}  // namespace stator::engine::stream
