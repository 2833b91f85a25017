// VirtualClock: a clock that follows the system clock until it is set.
//
// It can be frozen, jump, run faster or slower, and follow again. Thread-safe. While it follows the
// system clock, it costs one more atomic load than that clock.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "engine/base/clock.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"

namespace stator::engine {

// The derivation of virtual time from real time: virtual_time + (real now - real_time) × scale. A
// value.
struct ClockSetting {
    bool follows = true;  // when true, the other members are ignored
    Instant virtual_time = {};
    Instant real_time = {};
    double scale = 1;  // 0: the clock is frozen

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

    // The time of the underlying clock.
    Instant real_now() const { return real_.now(); }

    ClockSetting setting() const;

    // Adopts a setting from a data file: a running clock has kept running in the meantime.
    void restore(const ClockSetting& setting);

    // Freezes the clock at that time, or at its current time.
    void freeze(std::optional<Instant> at = {});
    // Follows the system clock again, even if its time jumps.
    void follow();
    // Jumps to a time or by a duration, and keeps the clock's speed.
    void set(Instant to);
    void advance(std::int64_t milliseconds);
    // Sets the number of virtual milliseconds per real millisecond. Precondition: above 0.
    void scale(double factor);

private:
    Instant moved_now() const;
    Instant moved_at(Instant real_time) const STATOR_REQUIRES(mutex_);
    // Makes the current virtual time `virtual_time`, and continues from there.
    void anchor(Instant virtual_time, double scale) STATOR_REQUIRES(mutex_);

    const Clock& real_;
    std::atomic<bool> follows_{true};
    mutable Mutex mutex_;
    ClockSetting setting_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine
