// TargetTracking: computes the units of a provisioned source from its consumption. A value.
//
// AWS: capacity grows once consumption has been above the target for two minutes in a row, and
// shrinks once it has been a fifth below it for fifteen, each after its own cool-down. The new
// capacity makes the consumption equal to the target share. [doc developerguide/AutoScaling.html]
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/instant.hpp"

namespace stator::engine::capacity {

struct ScalingPolicy {
    std::int64_t least_units = 1;
    std::int64_t most_units = 1;
    double target_percent = 70;
    bool shrinks = true;
    std::int64_t growing_cooldown_ms = 0;
    std::int64_t shrinking_cooldown_ms = 0;
};

// The consumption since the last call.
struct ConsumedTime {
    double units_per_second = 0;
    std::int64_t minutes = 1;
};

class TargetTracking {
public:
    // Returns the new units, or nullopt if `provisioned` stays right.
    std::optional<std::int64_t> note(
        const ConsumedTime& consumed,
        std::int64_t provisioned,
        const ScalingPolicy& policy,
        Instant now
    );

private:
    std::int64_t minutes_above_ = 0;  // consecutive
    std::int64_t minutes_below_ = 0;
    Instant grown_at_ = kBeforeAll;
    Instant shrunk_at_ = kBeforeAll;
};

}  // namespace stator::engine::capacity
