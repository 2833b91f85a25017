// Deadlines: the time of the next pending work. Thread-safe. note() costs two loads unless the
// deadline is before all others.
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

    // The caller then does the work that is due, notes the remaining deadlines, and calls finish().
    // Until then the work stays due for every other thread. One thread at a time.
    void begin() { noted_.store(kNever); }

    // Removes the deadlines noted before begin().
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
    // Like next_, but only for deadlines noted since begin().
    std::atomic<Instant> noted_{kNever};
};

}  // namespace stator::engine
