#include "engine/time_travel.hpp"

#include <algorithm>

namespace stator::engine {
namespace {

constexpr std::int64_t kStops = 1'000;

}  // namespace

void advance_clock(Universe& universe, std::int64_t milliseconds) {
    VirtualClock& clock = universe.clock();
    universe.run_due();
    const std::int64_t step_ms = std::max<std::int64_t>(milliseconds / kStops, 1);
    for (std::int64_t left_ms = milliseconds; left_ms > 0;) {
        const Instant deadline = universe.deadlines().next();
        // Compared before subtracting, because kNever is the largest number.
        const Instant now = clock.now();
        std::int64_t stride_ms = left_ms;
        if (deadline < now + left_ms) {
            stride_ms = std::clamp(deadline - now, std::min(step_ms, left_ms), left_ms);
        }
        clock.advance(stride_ms);
        left_ms -= stride_ms;
        // Records the time before its effects.
        universe.record_clock();
        universe.run_due();
    }
}

}  // namespace stator::engine
