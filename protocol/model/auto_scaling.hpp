// Auto scaling of provisioned capacity, as it is kept. Values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stator::protocol::model {

// Capacity follows consumption so that this percentage of it is in use.
struct TargetTracking {
    std::string policy_name = {};
    double target = 0;  // percent
    bool disable_scale_in = false;
    // Absent: none.
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

// That of a table's indexes by name, "" for the table itself; absent where it is off.
using AutoScalingByIndex = std::map<std::string, AutoScaling, std::less<>>;

}  // namespace stator::protocol::model
