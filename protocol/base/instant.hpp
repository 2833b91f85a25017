// Instant: a moment on Stator's clock. A value.
//
// Durations stay plain numbers of milliseconds, with names that say so (`delay_ms`). The type
// exists so that a duration cannot be passed where a moment is expected, or the other way round.
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

    // The next millisecond.
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

// The time of something that will never happen. Do no arithmetic with it.
inline constexpr Instant kNever{std::numeric_limits<std::int64_t>::max()};

// Earlier than every other moment. Do no arithmetic with it.
inline constexpr Instant kBeforeAll{std::numeric_limits<std::int64_t>::min()};

}  // namespace stator::protocol
