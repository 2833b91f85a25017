// Time travel: moves a universe's clock so that all work that becomes due runs in order.
#pragma once

#include <cstdint>

#include "engine/engine.hpp"

namespace stator::engine {

// Advances the universe's clock, and returns when all work that became due is done. The clock stops
// at up to a thousand deadlines, so that later work sees the effects of earlier work.
void advance_clock(Universe& universe, std::int64_t milliseconds);

}  // namespace stator::engine
