// TokenBucket: what may still be consumed under a rate, when what was not used is kept for a while.
//
// A request is let in while the bucket holds anything at all and may then take more than is in it,
// so the level can be below zero, and somebody waits until the rate has paid that back. This is how
// DynamoDB meters: it knows what a request costs only once it is done.
// Time may stand still, and nothing is refilled then; when it goes back, refilling goes on from
// there. Not thread-safe.
#pragma once

#include <cstdint>

#include "engine/base/instant.hpp"

namespace stator::engine::capacity {

class TokenBucket {
public:
    // Full. Holds what `burst_seconds` bring.
    TokenBucket(double per_second, double burst_seconds, Instant now);

    // Is there anything left?
    bool has_tokens(Instant now);

    // Takes that much, whether it is there or not.
    void take(double units, Instant now);

    // From now on another rate. A bucket that was half full is half full again; a debt stays.
    void set_rate(double per_second, double burst_seconds, Instant now);

    // What is left; below zero for a debt.
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
