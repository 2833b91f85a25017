// Stored settings for auto scaling of provisioned capacity. Values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stator::protocol::model {

// Adjusts the capacity so that this percentage of it is used.
struct TargetTracking {
    std::string policy_name = {};
    double target = 0;  // percent
    bool disable_scale_in = false;
    // nullopt: no cooldown.
    std::optional<std::int64_t> scale_in_cooldown_s = {};
    std::optional<std::int64_t> scale_out_cooldown_s = {};

    friend bool operator==(const TargetTracking&, const TargetTracking&) = default;
};

struct AutoScaling {
    std::int64_t minimum_units = 0;
    std::int64_t maximum_units = 0;
    std::string role_arn = {};
    TargetTracking policy = {};

    friend bool operator==(const AutoScaling&, const AutoScaling&) = default;
};

// Settings by index name; "" is the table itself. Absent if auto scaling is disabled.
using AutoScalingByIndex = std::map<std::string, AutoScaling, std::less<>>;

}  // namespace stator::protocol::model
