#include "emulator/server/connection_life.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/base/log.hpp"

namespace stator::emulator::server {
namespace {

using OpenConnectionPtr = std::unique_ptr<OpenConnection>;

void log_lost_session(const std::exception_ptr& lost) {
    if (!lost) return;
    try {
        std::rethrow_exception(lost);
    } catch (const std::exception& exception) {
        log_error(std::string("connection ended by a bug of Stator's: ") + exception.what());
    }
}

void await_request(OpenConnectionPtr open, const SessionServices& services);

http::Awaitable<void> serve_requests(OpenConnectionPtr open, const SessionServices& services) {
    const bool rests = co_await run_session(*open, services);
    if (rests) await_request(std::move(open), services);
}

void await_request(OpenConnectionPtr open, const SessionServices& services) {
    Connection& connection = open->connection;
    connection.enter(Connection::Phase::Resting);
    http::ErrorCode ignored;
    // A stopping worker no longer closes this connection, so it ends here unless a request has
    // arrived.
    if (connection.worker().is_stopping() && connection.socket().available(ignored) == 0) return;
    connection.socket().async_wait(
        http::Socket::wait_read,
        [open = std::move(open), &services](http::ErrorCode error) mutable {
            if (error) return;
            open->connection.enter(Connection::Phase::Idle);
            asio::io_context& context = open->connection.worker().context();
            asio::co_spawn(context, serve_requests(std::move(open), services), log_lost_session);
        }
    );
}

// Tells a client above the connection limit why its connection is closed. Does not wait for the
// client to read.
void turn_away(http::Socket& socket) {
    constexpr std::string_view kReply =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\n"
        "Content-Length: 73\r\n\r\n"
        "There are as many connections as --max-connections allows; close others.\n";
    http::ErrorCode ignored;
    socket.write_some(asio::buffer(kReply), ignored);
    socket.shutdown(http::Socket::shutdown_both, ignored);
}

void tell_refusal(overload::Load& load) {
    if (!load.should_tell(std::chrono::steady_clock::now())) return;
    log_warning(
        "connections are refused: there may be " + std::to_string(load.limits().connections) +
        ", and all of them are in use; see --max-connections and ulimit -n."
    );
}

void open_connection(
    http::Socket& socket, const SessionServices& services, Worker& worker, SessionOrigin origin
) {
    http::ErrorCode ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    if (!worker.load().enter() && !worker.make_room()) {
        worker.load().leave();
        worker.load().note_refused_connection();
        turn_away(socket);
        return tell_refusal(worker.load());
    }
    await_request(
        std::make_unique<OpenConnection>(std::move(socket), worker, std::move(origin)), services
    );
}

}  // namespace

void start_connection(
    http::Socket socket, const SessionServices& services, Worker& worker, SessionOrigin origin
) {
    asio::post(
        worker.context(),
        [socket = std::move(socket), &services, &worker, origin = std::move(origin)]() mutable {
            open_connection(socket, services, worker, std::move(origin));
        }
    );
}

}  // namespace stator::emulator::server
