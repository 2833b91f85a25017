// Deadlines: when the next piece of timed work is due. Thread-safe; noting a deadline costs two
// loads unless it comes before all others.
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

    // The caller is about to do what is due. It notes what remains, then calls finish(). Until then
    // the work stays due for every other thread. One thread at a time.
    void begin() { noted_.store(kNever); }

    // Forgets what was noted before begin().
    void finish() {
        Instant noted = noted_.load();
        next_.store(noted);
        // A thread that noted something in the meantime saw either the old value or this one.
        while (noted_.load() < noted) next_.store(noted = noted_.load());
    }

private:
    static void lower(std::atomic<Instant>& value, Instant deadline) {
        Instant known = value.load();
        while (deadline < known && !value.compare_exchange_weak(known, deadline)) {
        }
    }

    std::atomic<Instant> next_{kNever};
    // Like earliest(), but only of what was noted since begin().
    std::atomic<Instant> noted_{kNever};
};

}  // namespace stator::engine
