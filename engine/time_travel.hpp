// Time travel: moves the clock so that everything that falls due on the way happens in order.
#pragma once

#include <cstdint>

#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"

namespace stator::engine {

// Advances the clock and returns when everything that became due is done. The clock stops at
// deadlines on the way, at most a thousand times, so that later work sees the effects of earlier
// work.
void advance_clock(Engine& engine, VirtualClock& clock, std::int64_t milliseconds);

}  // namespace stator::engine
