// Clock: the only source of time in Stator. Injected everywhere, so tests and the laboratory can
// set it by hand. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/instant.hpp"

namespace stator::engine {

// The end of the year 9999, the last moment ISO 8601 can express.
inline constexpr Instant kLatestTime{253'402'300'799'999};

class Clock {
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    virtual Instant now() const = 0;
};

// The machine's own clock.
class SystemClock final : public Clock {
public:
    Instant now() const override;
};

// Stands still until set.
class ManualClock final : public Clock {
public:
    explicit ManualClock(Instant start) : unix_ms_(start.unix_ms()) {}

    Instant now() const override { return Instant(unix_ms_.load()); }

    void advance(std::int64_t milliseconds) { unix_ms_ += milliseconds; }

private:
    std::atomic<std::int64_t> unix_ms_;
};

}  // namespace stator::engine
