#include "limits/beast_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>

#include <charconv>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace stator::bench {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

// A concrete executor type avoids the type-erased one in each operation.
using Executor = asio::io_context::executor_type;
using Awaitable = asio::awaitable<void, Executor>;
using Token = asio::as_tuple_t<asio::use_awaitable_t<Executor>>;
using Socket = Token::as_default_on_t<asio::basic_stream_socket<asio::ip::tcp, Executor>>;
using Acceptor = Token::as_default_on_t<asio::basic_socket_acceptor<asio::ip::tcp, Executor>>;

constexpr std::uint64_t kBodyBytesMax = 32 * 1024 * 1024;

std::uint16_t read_port(int argc, char** argv) {
    std::uint16_t port = 0;
    for (int at = 1; at < argc; ++at) {
        const std::string_view word = argv[at];
        if (word != "--port" || ++at == argc) throw std::runtime_error("usage: --port N");
        const std::string_view number = argv[at];
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), port);
        if (error != std::errc{} || end != number.data() + number.size()) {
            throw std::runtime_error("not a port: " + std::string(number));
        }
    }
    return port;
}

// `handler` outlives the session, because the io_context is destroyed first.
Awaitable serve_session(Socket socket, const Handler& handler) {
    boost::beast::flat_buffer buffer;
    for (;;) {
        http::request_parser<http::string_body> parser;
        parser.body_limit(kBodyBytesMax);
        const auto [read_error, read_bytes] = co_await http::async_read(socket, buffer, parser);
        if (read_error) co_return;
        Request& request = parser.get();
        Response response{http::status::ok, request.version()};
        response.set(http::field::content_type, "application/x-amz-json-1.0");
        handler(request, response);
        response.keep_alive(request.keep_alive());
        response.prepare_payload();
        http::response_serializer<http::string_body> serializer(response);
        const auto [write_error, written] = co_await http::async_write(socket, serializer);
        if (write_error || !response.keep_alive()) co_return;
    }
}

Awaitable accept_sessions(Acceptor& acceptor, const Handler& handler) {
    for (;;) {
        auto [error, socket] = co_await acceptor.async_accept();
        if (error == asio::error::operation_aborted) co_return;
        if (error) continue;
        boost::system::error_code ignored;
        socket.set_option(asio::ip::tcp::no_delay(true), ignored);
        asio::co_spawn(
            acceptor.get_executor(), serve_session(std::move(socket), handler), asio::detached
        );
    }
}

}  // namespace

int serve_limit(std::string_view name, int argc, char** argv, const Handler& handler) {
    try {
        const asio::ip::tcp::endpoint address{
            asio::ip::address_v4::loopback(), read_port(argc, argv)};
        asio::io_context context(1);
        asio::signal_set signals(context, SIGINT, SIGTERM);
        signals.async_wait([&](const boost::system::error_code&, int) { context.stop(); });
        Acceptor acceptor(context, address);
        asio::co_spawn(context, accept_sessions(acceptor, handler), asio::detached);
        std::cout << name
                  << " is listening on http://127.0.0.1:" << acceptor.local_endpoint().port()
                  << std::endl;
        context.run();
        return 0;
    } catch (const std::exception& error) {
        std::cerr << name << ": " << error.what() << '\n';
        return 1;
    }
}

}  // namespace stator::bench
