// ChangeSignal: wakes a listener, for example because streams have new records or the clock was
// moved. Costs a load if there are no followers. ChangeCount: the number of notifications by one
// universe. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace stator::engine::stream {

class ChangeSignal {
public:
    // Set once. `woken` is called under the locks of the changed object, so it must only record the
    // call and return.
    void listen(std::function<void()> woken) {
        woken_ = std::move(woken);
        is_heard_.store(true, std::memory_order_release);
    }

    // Enables note(), because a follower exists now.
    void start() { is_on_.store(true, std::memory_order_release); }

    // Removes the listener. After this, no call of it begins, provided that no request is in
    // progress.
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

// Everything that was noted before a call of value() can be read when that call returns. A commit's
// sequence number does not guarantee this, because it is assigned before the records can be read.
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
