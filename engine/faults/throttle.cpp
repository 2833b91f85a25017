#include "engine/faults/throttle.hpp"

namespace stator::engine::faults {
namespace {

using capacity::Direction;
using errors::ThrottledSource;
using errors::ThroughputLimit;

// True if the source can exceed that limit. A maximum exists only if the user has set one.
bool has_limit(
    ThroughputLimit limit, Direction direction, const capacity::ThroughputLimits& limits
) {
    const ThrottledSource source{.arn = "", .is_on_demand = limits.on_demand};
    if (errors::find_throttling_answer(source, limit) == nullptr) return false;
    if (limit != ThroughputLimit::MaxOnDemand) return true;
    return direction == Direction::Read ? limits.max_read.has_value()
                                        : limits.max_write.has_value();
}

}  // namespace

ApiError throttled_by(
    const Throttle& throttle, Direction direction, const capacity::ChargedSource& source
) {
    ThrottledSource throttled{
        source.arn, !source.index.empty(), direction == Direction::Write, source.limits.on_demand};
    ThroughputLimit limit = errors::usual_limit(throttled.is_on_demand);
    if (throttle.limit) {
        const bool is_said = !throttle.reason.empty();
        if (is_said || has_limit(*throttle.limit, direction, source.limits))
            limit = *throttle.limit;
        // A custom reason is used unchanged, with the exception type that belongs to its limit.
        const bool is_foreign = find_throttling_answer(throttled, limit) == nullptr;
        if (is_foreign) throttled.is_on_demand = !throttled.is_on_demand;
    }
    ApiError error = errors::throughput_exceeded(throttled, limit);
    auto& reason = error.throttling_reasons.front();
    if (!throttle.reason.empty()) reason.reason = throttle.reason;
    if (!throttle.resource.empty()) reason.resource = throttle.resource;
    if (!throttle.message.empty()) error.message = throttle.message;
    return error;
}

}  // namespace stator::engine::faults
