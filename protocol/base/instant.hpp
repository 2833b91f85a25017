// Instant: a point in time on Stator's clock. A value.
//
// Durations are plain numbers of milliseconds, with names that contain the unit (`delay_ms`). The
// type prevents that a duration is passed as a point in time, or the other way round.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace stator::protocol {

class Instant {
public:
    // 1970-01-01T00:00Z.
    constexpr Instant() = default;

    constexpr explicit Instant(std::int64_t unix_ms) : unix_ms_(unix_ms) {}

    // Milliseconds since 1970-01-01T00:00Z.
    constexpr std::int64_t unix_ms() const { return unix_ms_; }

    constexpr Instant& operator+=(std::int64_t milliseconds) {
        unix_ms_ += milliseconds;
        return *this;
    }

    // Advances to the next millisecond.
    constexpr Instant& operator++() { return *this += 1; }

    friend constexpr Instant operator+(Instant from, std::int64_t milliseconds) {
        return from += milliseconds;
    }

    friend constexpr Instant operator-(Instant from, std::int64_t milliseconds) {
        return from += -milliseconds;
    }

    // Milliseconds from `earlier` to `later`.
    friend constexpr std::int64_t operator-(Instant later, Instant earlier) {
        return later.unix_ms_ - earlier.unix_ms_;
    }

    friend constexpr auto operator<=>(Instant, Instant) = default;

private:
    std::int64_t unix_ms_ = 0;
};

// The time of an event that never happens. Do no arithmetic with it.
inline constexpr Instant kNever{std::numeric_limits<std::int64_t>::max()};

// Earlier than all other times. Do no arithmetic with it.
inline constexpr Instant kBeforeAll{std::numeric_limits<std::int64_t>::min()};

}  // namespace stator::protocol
