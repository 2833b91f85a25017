// TargetTracking: how many units something provisioned should have, from what it consumes. A value.
//
// AWS: capacity grows once consumption has been above the target for two minutes in a row, and
// shrinks once it has been a fifth below it for fifteen, each after the cool-down of its kind. It
// becomes what makes the consumption the target's share of it.
// [doc developerguide/AutoScaling.html]
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

// What was consumed since the last call.
struct ConsumedTime {
    double units_per_second = 0;
    std::int64_t minutes = 1;
};

class TargetTracking {
public:
    // The units from now on; nothing when `provisioned` will do.
    std::optional<std::int64_t> note(
        const ConsumedTime& consumed,
        std::int64_t provisioned,
        const ScalingPolicy& policy,
        Instant now
    );

private:
    std::int64_t minutes_above_ = 0;  // in a row
    std::int64_t minutes_below_ = 0;
    Instant grown_at_ = kBeforeAll;
    Instant shrunk_at_ = kBeforeAll;
};

}  // namespace stator::engine::capacity
