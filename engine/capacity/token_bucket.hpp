// TokenBucket: the units that may still be consumed at a given rate, if unused units accumulate for
// a limited time.
//
// A request is admitted while the bucket contains any units, and may then take more than it
// contains. The level goes below zero, and later requests wait until the rate has paid off the
// debt. DynamoDB meters the same way, because it knows the cost of a request only afterwards. While
// the clock is frozen, nothing is refilled; if it is set back, refilling continues from there. Not
// thread-safe.
#pragma once

#include <cstdint>

#include "engine/base/instant.hpp"

namespace stator::engine::capacity {

class TokenBucket {
public:
    // Starts full. Holds `burst_seconds` of the rate.
    TokenBucket(double per_second, double burst_seconds, Instant now);

    // True if any units are left.
    bool has_tokens(Instant now);

    // Takes that many units, even if the bucket contains fewer.
    void take(double units, Instant now);

    // Changes the rate. A bucket that was half full is half full again; a debt stays.
    void set_rate(double per_second, double burst_seconds, Instant now);

    // The units left; negative for a debt.
    double level(Instant now);

    double per_second() const { return per_second_; }

    double capacity() const { return capacity_; }

private:
    void refill(Instant now);

    double per_second_;
    double capacity_;
    double level_;
    Instant refilled_at_;
};

}  // namespace stator::engine::capacity
