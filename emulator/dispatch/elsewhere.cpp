#include "emulator/dispatch/elsewhere.hpp"

#include <boost/asio/post.hpp>
#include <optional>
#include <utility>

namespace stator::emulator::dispatch {

http::Awaitable<http::Reply> answer_elsewhere(
    background::Helpers& helpers,
    http::asio::io_context& context,
    std::function<http::Reply()> answer
) {
    http::SteadyTimer done(context, http::SteadyTimer::time_point::max());
    std::optional<http::Reply> reply;
    helpers.add([&] {
        http::Reply made = answer();
        // The reply is passed on the coroutine's own thread.
        http::asio::post(context, [&reply, &done, made = std::move(made)]() mutable {
            reply = std::move(made);
            done.cancel();
        });
    });
    while (!reply) co_await done.async_wait(http::kAwait);
    co_return *std::move(reply);
}

}  // namespace stator::emulator::dispatch
