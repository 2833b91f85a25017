// limit-tls: only HTTP over TLS, with Asio and Beast. Each request gets the same reply of 1.1 KB,
// regardless of its contents. One thread, one coroutine per connection, on 127.0.0.1.
//
//   limit-tls --port N --cert FILE --key FILE
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <cstdint>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;

using Executor = asio::io_context::executor_type;
using Awaitable = asio::awaitable<void, Executor>;
using Token = asio::as_tuple_t<asio::use_awaitable_t<Executor>>;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;

constexpr Token kAwait{};

std::string answer_body() {
    return R"({"Item":{"id":{"S":"item-00000000"},"data":{"S":")" + std::string(1'000, 'x') +
           R"("}}})";
}

Awaitable serve_session(Socket socket, ssl::context& context, const std::string& answer) {
    ssl::stream<Socket> stream(std::move(socket), context);
    const auto [failed] = co_await stream.async_handshake(ssl::stream_base::server, kAwait);
    if (failed) co_return;
    boost::beast::flat_buffer buffer;
    for (;;) {
        http::request_parser<http::string_body> parser;
        const auto [read_error, read_bytes] =
            co_await http::async_read(stream, buffer, parser, kAwait);
        if (read_error) co_return;
        http::response<http::string_body> response{http::status::ok, parser.get().version()};
        response.set(http::field::content_type, "application/x-amz-json-1.0");
        response.body() = answer;
        response.keep_alive(parser.get().keep_alive());
        response.prepare_payload();
        http::response_serializer<http::string_body> serializer(response);
        const auto [write_error, written] = co_await http::async_write(stream, serializer, kAwait);
        if (write_error || !response.keep_alive()) co_return;
    }
}

Awaitable accept_sessions(Acceptor& acceptor, ssl::context& context, const std::string& answer) {
    for (;;) {
        auto [error, socket] = co_await acceptor.async_accept(kAwait);
        if (error == asio::error::operation_aborted) co_return;
        if (error) continue;
        boost::system::error_code ignored;
        socket.set_option(asio::ip::tcp::no_delay(true), ignored);
        asio::co_spawn(
            acceptor.get_executor(),
            serve_session(std::move(socket), context, answer),
            asio::detached
        );
    }
}

int serve(const std::map<std::string, std::string>& options) {
    ssl::context certificate(ssl::context::tls_server);
    certificate.use_certificate_chain_file(options.at("--cert"));
    certificate.use_private_key_file(options.at("--key"), ssl::context::pem);
    const auto port = static_cast<std::uint16_t>(std::stoul(options.at("--port")));
    const std::string answer = answer_body();
    asio::io_context context(1);
    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](const boost::system::error_code&, int) { context.stop(); });
    Acceptor acceptor(context, {asio::ip::address_v4::loopback(), port});
    asio::co_spawn(context, accept_sessions(acceptor, certificate, answer), asio::detached);
    std::cout << "limit-tls is listening on https://127.0.0.1:" << acceptor.local_endpoint().port()
              << std::endl;
    context.run();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::map<std::string, std::string> options{{"--port", "0"}};
    for (int at = 1; at + 1 < argc; at += 2) options[argv[at]] = argv[at + 1];
    try {
        return serve(options);
    } catch (const std::exception& error) {
        std::cerr << "limit-tls: " << error.what() << "; usage: --port N --cert FILE --key FILE\n";
        return 1;
    }
}
