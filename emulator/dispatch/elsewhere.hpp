// Runs a coroutine's long work on a helper thread. Other coroutines use the coroutine's own thread
// in the meantime.
#pragma once

#include <functional>

#include "emulator/background/helpers.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/http/network.hpp"

namespace stator::emulator::dispatch {

// Calls `answer` on a helper thread and returns its result. `answer` must not throw. Must be called
// on the thread of `context`.
http::Awaitable<http::Reply> answer_elsewhere(
    background::Helpers& helpers,
    http::asio::io_context& context,
    std::function<http::Reply()> answer
);

}  // namespace stator::emulator::dispatch
