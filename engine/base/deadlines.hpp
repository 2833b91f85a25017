// Deadlines: when something that waits for time is next due. Thread-safe; noting is two loads
// unless the new deadline comes before all others.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace stator::engine {

// The time of what is not going to happen.
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

class Deadlines {
public:
    std::int64_t next_ms() const { return next_ms_.load(std::memory_order_relaxed); }

    void note(std::int64_t deadline_ms) {
        lower(noted_ms_, deadline_ms);
        lower(next_ms_, deadline_ms);
    }

    // What is due is going to be done by the caller, who notes what is left, and then calls
    // finish(). Until then it stays due for everybody else. One thread at a time.
    void begin() { noted_ms_.store(kNever); }

    // Forgets what was noted before begin().
    void finish() {
        std::int64_t noted = noted_ms_.load();
        next_ms_.store(noted);
        // Whoever noted something meanwhile has seen either the old value there or this one.
        while (noted_ms_.load() < noted) next_ms_.store(noted = noted_ms_.load());
    }

private:
    static void lower(std::atomic<std::int64_t>& value_ms, std::int64_t deadline_ms) {
        std::int64_t known = value_ms.load();
        while (deadline_ms < known && !value_ms.compare_exchange_weak(known, deadline_ms)) {
        }
    }

    std::atomic<std::int64_t> next_ms_{kNever};
    // The same of what was noted since begin().
    std::atomic<std::int64_t> noted_ms_{kNever};
};

}  // namespace stator::engine
