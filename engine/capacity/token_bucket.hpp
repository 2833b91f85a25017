// TokenBucket: what may still be consumed at a given rate, when unused units are kept for a while.
//
// A request is admitted while the bucket holds anything at all and may then take more than is
// there. The level goes below zero, and later requests wait until the rate has paid off the debt.
// DynamoDB meters the same way, because it knows what a request costs only afterwards. When time
// stands still nothing is refilled; when it goes back, refilling continues from there. Not
// thread-safe.
#pragma once

#include <cstdint>

#include "engine/base/instant.hpp"

namespace stator::engine::capacity {

class TokenBucket {
public:
    // Starts full. Holds `burst_seconds` of the rate.
    TokenBucket(double per_second, double burst_seconds, Instant now);

    // True when anything is left.
    bool has_tokens(Instant now);

    // Takes that much, whether or not it is there.
    void take(double units, Instant now);

    // Changes the rate. A bucket that was half full is half full again; a debt stays.
    void set_rate(double per_second, double burst_seconds, Instant now);

    // What is left; negative for a debt.
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
