// Deadlines: when something that waits for time is next due. Thread-safe; noting is one load
// unless the new deadline comes before all others.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace stator::engine {

class Deadlines {
public:
    std::int64_t next_ms() const { return next_ms_.load(std::memory_order_relaxed); }

    void note(std::int64_t deadline_ms) {
        std::int64_t known = next_ms_.load(std::memory_order_relaxed);
        while (deadline_ms < known && !next_ms_.compare_exchange_weak(known, deadline_ms)) {
        }
    }

    // Forgets all; whoever calls it notes what is left.
    void clear() { next_ms_.store(kNone); }

    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

private:
    std::atomic<std::int64_t> next_ms_{kNone};
};

}  // namespace stator::engine
