#include "engine/time_travel.hpp"

#include <algorithm>

namespace stator::engine {
namespace {

constexpr std::int64_t kStops = 1'000;

}  // namespace

void advance_clock(Engine& engine, VirtualClock& clock, std::int64_t milliseconds) {
    engine.run_due();
    const std::int64_t step_ms = std::max<std::int64_t>(milliseconds / kStops, 1);
    for (std::int64_t left_ms = milliseconds; left_ms > 0;) {
        const std::int64_t deadline_ms = engine.next_deadline_ms();
        // Compared before subtracting: "never" is the largest number there is.
        const std::int64_t now_ms = clock.now_ms();
        std::int64_t stride_ms = left_ms;
        if (deadline_ms < now_ms + left_ms) {
            stride_ms = std::clamp(deadline_ms - now_ms, std::min(step_ms, left_ms), left_ms);
        }
        clock.advance(stride_ms);
        left_ms -= stride_ms;
        // First the time, then what happened at it.
        engine.record_clock(clock.setting());
        engine.run_due();
    }
}

}  // namespace stator::engine
