#include "emulator/ctl/client.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <optional>

#include "emulator/forms/number_text.hpp"
#include "emulator/http/header_text.hpp"
#include "emulator/http/network.hpp"

namespace stator::emulator::ctl {
namespace asio = boost::asio;

namespace {

using asio::ip::tcp;
using Resolver = asio::ip::basic_resolver<tcp, http::Executor>;

struct Address {
    std::string host;       // without the brackets of IPv6
    std::string port;       // digits
    std::string authority;  // both, as the Host header has them
};

// "http://127.0.0.1:8000" and "http://[::1]:8000/"; nothing for anything else.
std::optional<Address> parse_endpoint(std::string_view endpoint) {
    constexpr std::string_view kScheme = "http://";
    if (!endpoint.starts_with(kScheme)) return std::nullopt;
    std::string_view authority = endpoint.substr(kScheme.size());
    if (authority.ends_with('/')) authority.remove_suffix(1);
    if (authority.find_first_of("/?#@ \r\n") != std::string_view::npos) return std::nullopt;
    std::string_view host = authority;
    std::string_view port = "80";
    const auto colon = authority.rfind(':');
    if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
        host = authority.substr(0, colon);
        port = authority.substr(colon + 1);
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.empty() || !forms::parse_number<std::uint16_t>(port)) return std::nullopt;
    return Address{std::string(host), std::string(port), std::string(authority)};
}

std::string request_text(const Address& address, const AdminCommand& command) {
    std::string text(command.method);
    text.append(" ").append(command.path).append(" HTTP/1.1\r\nHost: ").append(address.authority);
    text.append("\r\nConnection: close\r\nContent-Length: ");
    text.append(std::to_string(command.body.size())).append("\r\n");
    if (!command.body.empty()) text.append("Content-Type: application/json\r\n");
    return text.append("\r\n").append(command.body);
}

// Nothing when this is not an HTTP answer, or not all of it.
std::optional<AdminReply> parse_reply(std::string_view text) {
    const auto head_end = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || head_end == std::string_view::npos) return std::nullopt;
    AdminReply reply;
    std::string_view head = text.substr(0, head_end);
    std::string_view status = http::take_until(head, '\n').substr(9);
    const std::string_view digits = http::take_until(status, ' ');
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), reply.status);
    if (read.ptr != digits.data() + 3 || digits.size() != 3) return std::nullopt;
    std::size_t length = 0;
    while (!head.empty()) {
        std::string_view line = http::take_until(head, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::string_view name = http::take_until(line, ':');
        const std::string_view value = http::trimmed(line);
        if (http::equals_ignoring_case(name, "content-type")) reply.content_type = value;
        if (http::equals_ignoring_case(name, "content-length")) {
            std::from_chars(value.data(), value.data() + value.size(), length);
        }
    }
    const std::string_view body = text.substr(head_end + 4);
    if (body.size() < length) return std::nullopt;
    reply.body = body.substr(0, length);
    return reply;
}

// One request over one connection; everything in it waits for `patience` together.
class Exchange {
public:
    // The error that ended it; asio::error::eof is the regular end.
    http::ErrorCode run(
        const Address& address, const std::string& request, std::chrono::milliseconds patience
    ) {
        request_ = &request;
        resolver_.async_resolve(
            address.host,
            address.port,
            [this](http::ErrorCode error, auto found) { error ? finish(error) : connect(found); }
        );
        context_.run_for(patience);
        return context_.stopped() ? error_ : make_error_code(asio::error::timed_out);
    }

    const std::string& reply() const { return reply_; }

private:
    void connect(const Resolver::results_type& found) {
        asio::async_connect(socket_, found, [this](http::ErrorCode error, const tcp::endpoint&) {
            error ? finish(error) : write();
        });
    }

    void write() {
        asio::async_write(
            socket_,
            asio::buffer(*request_),
            [this](http::ErrorCode error, std::size_t) { error ? finish(error) : read(); }
        );
    }

    void read() {
        asio::async_read(
            socket_,
            asio::dynamic_buffer(reply_),
            [this](http::ErrorCode error, std::size_t) { finish(error); }
        );
    }

    void finish(http::ErrorCode error) { error_ = error; }

    asio::io_context context_{1};
    Resolver resolver_{context_};
    http::Socket socket_{context_};
    const std::string* request_ = nullptr;
    std::string reply_;
    http::ErrorCode error_;
};

}  // namespace

std::variant<AdminReply, std::string> AdminClient::send(const AdminCommand& command) const {
    const auto address = parse_endpoint(endpoint_);
    if (!address) {
        return "'" + endpoint_ +
               "' is not the URL of a server: give --endpoint one such as http://127.0.0.1:8000.";
    }
    Exchange exchange;
    const http::ErrorCode error =
        exchange.run(*address, request_text(*address, command), patience_);
    if (error == asio::error::timed_out) {
        return endpoint_ + " does not answer: see whether a Stator listens there.";
    }
    if (exchange.reply().empty()) {
        return "no server answers at " + endpoint_ + " (" + error.message() +
               "): start one with 'stator', or name another with --endpoint.";
    }
    auto reply = parse_reply(exchange.reply());
    if (!reply) {
        return "what listens at " + endpoint_ +
               " ended the connection without a whole HTTP answer: see whether it is a Stator.";
    }
    return *std::move(reply);
}

}  // namespace stator::emulator::ctl
