// Clock: the only place Stator learns the time from. Injected everywhere, so tests and the
// laboratory can move it by hand. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

namespace stator::engine {

// The end of the year 9999, the last moment that an ISO 8601 text can tell.
inline constexpr std::int64_t kLatestTimeMs = 253'402'300'799'999;

class Clock {
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    // Milliseconds since the Unix epoch.
    virtual std::int64_t now_ms() const = 0;
};

// The machine's own clock.
class SystemClock final : public Clock {
public:
    std::int64_t now_ms() const override;
};

// Stands still until told otherwise.
class ManualClock final : public Clock {
public:
    explicit ManualClock(std::int64_t start_ms) : now_ms_(start_ms) {}

    std::int64_t now_ms() const override { return now_ms_.load(); }

    void advance(std::int64_t milliseconds) { now_ms_ += milliseconds; }

private:
    std::atomic<std::int64_t> now_ms_;
};

}  // namespace stator::engine
