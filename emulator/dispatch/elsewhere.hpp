// Long work of a coroutine, on a helper's thread. Other coroutines use the coroutine's own thread
// in the meantime.
#pragma once

#include <functional>

#include "emulator/background/helpers.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/http/network.hpp"

namespace stator::emulator::dispatch {

// Returns what `answer` returns, which a helper's thread calls. `answer` must not throw. Call it on
// the thread of `context`.
http::Awaitable<http::Reply> answer_elsewhere(
    background::Helpers& helpers,
    http::asio::io_context& context,
    std::function<http::Reply()> answer
);

}  // namespace stator::emulator::dispatch
