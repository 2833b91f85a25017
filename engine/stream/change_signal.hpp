// ChangeSignal: tells whoever follows streams that there is something to read, or that time has
// moved. Costs a load while nobody follows. Thread-safe.
#pragma once

#include <atomic>
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

    void note() const {
        if (!is_on_.load(std::memory_order_acquire)) return;
        if (is_heard_.load(std::memory_order_acquire)) woken_();
    }

private:
    std::atomic<bool> is_on_{false};
    std::atomic<bool> is_heard_{false};
    std::function<void()> woken_;
};

}  // namespace stator::engine::stream
