// Time travel: moves a universe's clock so that everything that falls due on the way happens in
// order.
#pragma once

#include <cstdint>

#include "engine/engine.hpp"

namespace stator::engine {

// Advances the universe's clock and returns when everything that became due is done. The clock
// stops at deadlines on the way, at most a thousand times, so that later work sees the effects of
// earlier work.
void advance_clock(Universe& universe, std::int64_t milliseconds);

}  // namespace stator::engine
