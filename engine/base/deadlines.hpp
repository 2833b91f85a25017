// Deadlines: when something that waits for time is next due. Thread-safe; noting is two loads
// unless the new deadline comes before all others.
#pragma once

#include <atomic>

#include "engine/base/instant.hpp"

namespace stator::engine {

class Deadlines {
public:
    Instant next() const { return next_.load(std::memory_order_relaxed); }

    void note(Instant deadline) {
        lower(noted_, deadline);
        lower(next_, deadline);
    }

    // What is due is going to be done by the caller, who notes what is left, and then calls
    // finish(). Until then it stays due for everybody else. One thread at a time.
    void begin() { noted_.store(kNever); }

    // Forgets what was noted before begin().
    void finish() {
        Instant noted = noted_.load();
        next_.store(noted);
        // A thread that noted something meanwhile saw either the old value or this one.
        while (noted_.load() < noted) next_.store(noted = noted_.load());
    }

private:
    static void lower(std::atomic<Instant>& value, Instant deadline) {
        Instant known = value.load();
        while (deadline < known && !value.compare_exchange_weak(known, deadline)) {
        }
    }

    std::atomic<Instant> next_{kNever};
    // The same of what was noted since begin().
    std::atomic<Instant> noted_{kNever};
};

}  // namespace stator::engine
