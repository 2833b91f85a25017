// Passes replies to C callbacks.
#pragma once

#include "emulator/http/http_message.hpp"
#include "engine/base/clock.hpp"
#include "libstator/stator.h"

namespace stator::libstator {

// Calls `on_reply` with the reply and its injected delivery fault. `clock` provides the Date of a
// reply that has no date of its own. Thread-safe; the callback may call this function again.
void hand_over(
    const emulator::http::Reply& reply,
    const engine::Clock& clock,
    stator_on_reply on_reply,
    void* context
);

}  // namespace stator::libstator
