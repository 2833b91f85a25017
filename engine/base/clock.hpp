// Clock: the only source of time in Stator. Injected everywhere, so that tests and the laboratory
// can set it. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/instant.hpp"

namespace stator::engine {

// The end of the year 9999, the last time that ISO 8601 can express.
inline constexpr Instant kLatestTime{253'402'300'799'999};

class Clock {
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    virtual Instant now() const = 0;
};

// The system clock.
class SystemClock final : public Clock {
public:
    Instant now() const override;
};

// A clock that is frozen until it is advanced.
class ManualClock final : public Clock {
public:
    explicit ManualClock(Instant start) : unix_ms_(start.unix_ms()) {}

    Instant now() const override { return Instant(unix_ms_.load()); }

    void advance(std::int64_t milliseconds) { unix_ms_ += milliseconds; }

private:
    std::atomic<std::int64_t> unix_ms_;
};

}  // namespace stator::engine
