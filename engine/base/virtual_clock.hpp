// VirtualClock: a clock that follows the machine's until it is set.
//
// It can stand still, jump, run faster or slower, and follow again. Thread-safe. While it follows
// the machine's clock it costs one atomic load more than that clock does.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "engine/base/clock.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"

namespace stator::engine {

// How virtual time derives from real time: virtual_time + (real now - real_time) × scale. A value.
struct ClockSetting {
    bool follows = true;  // when true, the other members are ignored
    Instant virtual_time = {};
    Instant real_time = {};
    double scale = 1;  // 0: the clock stands still

    bool is_frozen() const { return !follows && scale == 0; }

    friend bool operator==(const ClockSetting&, const ClockSetting&) = default;
};

class VirtualClock final : public Clock {
public:
    // Follows `real`, which must outlive this clock.
    explicit VirtualClock(const Clock& real) : real_(real) {}

    Instant now() const override {
        return follows_.load(std::memory_order_relaxed) ? real_.now() : moved_now();
    }

    // The clock it derives from.
    Instant real_now() const { return real_.now(); }

    ClockSetting setting() const;

    // Adopts a setting from a data file: a running clock has kept running in the meantime.
    void restore(const ClockSetting& setting);

    // Stops at that time, or where it is.
    void freeze(std::optional<Instant> at = {});
    // Follows the machine's clock again, whatever time that skips.
    void follow();
    // Jumps by that much and keeps its pace.
    void set(Instant to);
    void advance(std::int64_t milliseconds);
    // From now on this many virtual milliseconds pass per real one. Precondition: above 0.
    void scale(double factor);

private:
    Instant moved_now() const;
    Instant moved_at(Instant real_time) const STATOR_REQUIRES(mutex_);
    // Starts again from `virtual_time`, now.
    void anchor(Instant virtual_time, double scale) STATOR_REQUIRES(mutex_);

    const Clock& real_;
    std::atomic<bool> follows_{true};
    mutable Mutex mutex_;
    ClockSetting setting_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine
