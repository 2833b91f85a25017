// Replies as C is handed them.
#pragma once

#include "emulator/http/http_message.hpp"
#include "engine/base/clock.hpp"
#include "libstator/stator.h"

namespace stator::libstator {

// Calls back with the reply, as it is delivered. `clock` gives the Date of a reply that has none of
// its own. Thread-safe; the callback may lead here again.
void hand_over(
    const emulator::http::Reply& reply,
    const engine::Clock& clock,
    stator_on_reply on_reply,
    void* context
);

}  // namespace stator::libstator
