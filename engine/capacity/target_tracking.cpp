#include "engine/capacity/target_tracking.hpp"

#include <algorithm>
#include <cmath>

namespace stator::engine::capacity {
namespace {

constexpr std::int64_t kMinutesAbove = 2;
constexpr std::int64_t kMinutesBelow = 15;
constexpr double kSlackPercent = 20;
constexpr double kPercent = 100;

// The clock may have been set back.
bool has_cooled_down(Instant since, std::int64_t cooldown_ms, Instant now) {
    return since == kBeforeAll || now < since || now - since >= cooldown_ms;
}

}  // namespace

std::optional<std::int64_t> TargetTracking::note(
    const ConsumedTime& consumed, std::int64_t provisioned, const ScalingPolicy& policy, Instant now
) {
    if (provisioned < policy.least_units) return policy.least_units;
    if (provisioned > policy.most_units) return policy.most_units;
    const double used_percent = kPercent * consumed.units_per_second /
                                static_cast<double>(std::max<std::int64_t>(provisioned, 1));
    const bool is_above = used_percent > policy.target_percent;
    const bool is_below = used_percent < policy.target_percent - kSlackPercent;
    minutes_above_ = is_above ? minutes_above_ + consumed.minutes : 0;
    minutes_below_ = is_below ? minutes_below_ + consumed.minutes : 0;
    const auto wanted = std::clamp(
        static_cast<std::int64_t>(
            std::ceil(kPercent * consumed.units_per_second / policy.target_percent)
        ),
        policy.least_units,
        policy.most_units
    );
    if (minutes_above_ >= kMinutesAbove && wanted > provisioned) {
        if (!has_cooled_down(grown_at_, policy.growing_cooldown_ms, now)) return std::nullopt;
        minutes_above_ = 0;
        grown_at_ = now;
        return wanted;
    }
    if (minutes_below_ >= kMinutesBelow && wanted < provisioned && policy.shrinks) {
        if (!has_cooled_down(shrunk_at_, policy.shrinking_cooldown_ms, now)) return std::nullopt;
        minutes_below_ = 0;
        shrunk_at_ = now;
        return wanted;
    }
    return std::nullopt;
}

}  // namespace stator::engine::capacity
