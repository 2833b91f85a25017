// Time travel: moving the clock so that everything that falls due on the way happens in its order.
#pragma once

#include <cstdint>

#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"

namespace stator::engine {

// Advances the clock and returns when all that became due is done. The clock stops at deadlines on
// the way, a thousand times at most, so that what is due later sees what was due earlier.
void advance_clock(Engine& engine, VirtualClock& clock, std::int64_t milliseconds);

}  // namespace stator::engine
