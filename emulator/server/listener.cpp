#include "emulator/server/listener.hpp"

#include <unistd.h>

#include <boost/asio/ip/v6_only.hpp>
#include <string_view>
#include <vector>

#include "emulator/base/log.hpp"
#include "emulator/base/port_holder.hpp"

namespace stator::emulator::server {
namespace {

using asio::ip::tcp;

constexpr std::string_view kAllAddresses = "*";

std::string taken_sentence(const std::string& place, const WantedPort& port) {
    const std::string another = "choose another with " + port.option + " N, or let " + port.option +
                                " 0 take any that is free.";
    const auto holder = find_port_holder(port.number);
    if (!holder) return place + " is in use: stop the program that listens there, or " + another;
    if (holder->pid == ::getpid()) return place + " is in use by this Stator itself: " + another;
    return place + " is in use by " + holder->text() + ": stop it, or " + another;
}

std::string listen_sentence(const WantedPort& port, const http::ErrorCode& error) {
    std::string place = "port " + std::to_string(port.number);
    if (port.host != kAllAddresses) place.append(" of ").append(port.host);
    if (error == asio::error::address_in_use) {
        return taken_sentence(place, port);
    }
    if (error == asio::error::access_denied) {
        return place + " needs privileges this user lacks: choose one above 1023 with " +
               port.option + ".";
    }
    return place + " cannot be used (" + error.message() +
           "): choose an address of this machine with --host, such as 127.0.0.1.";
}

// Returns the addresses to listen on, of which the first usable one is taken. Prefers IPv4, because
// clients try it by default. For "*", IPv6 is first, because that socket also accepts IPv4
// connections.
std::vector<tcp::endpoint> resolve(asio::io_context& context, const WantedPort& port) {
    if (port.host == kAllAddresses) {
        return {tcp::endpoint(tcp::v6(), port.number), tcp::endpoint(tcp::v4(), port.number)};
    }
    http::ErrorCode error;
    tcp::resolver resolver(context);
    const auto found =
        resolver.resolve(port.host, std::to_string(port.number), tcp::resolver::passive, error);
    if (error || found.empty()) return {};
    for (const auto& entry : found) {
        if (entry.endpoint().protocol() == tcp::v4()) return {entry.endpoint()};
    }
    return {found.begin()->endpoint()};
}

http::ErrorCode claim(http::Acceptor& acceptor, const tcp::endpoint& endpoint, bool both_families) {
    http::ErrorCode error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error && both_families && endpoint.protocol() == tcp::v6()) {
        acceptor.set_option(asio::ip::v6_only(false), error);
    }
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
        http::ErrorCode ignored;
        acceptor.close(ignored);
    }
    return error;
}

// Whether the error means that the machine has no IPv6.
bool is_family_missing(const http::ErrorCode& error) {
    return error == asio::error::address_family_not_supported ||
           error == boost::system::errc::address_not_available;
}

void warn_of_ipv6_loopback(std::uint16_t port, const http::ErrorCode& error) {
    std::string text = "port " + std::to_string(port) + " of ::1 ";
    if (error == asio::error::address_in_use) {
        text.append("is in use");
        const auto holder = find_port_holder(port);
        if (holder && holder->pid != ::getpid()) text.append(" by ").append(holder->text());
    } else {
        text.append("cannot be used (").append(error.message()).append(")");
    }
    log_warning(
        text +
        ": clients that take localhost for ::1 do not reach this Stator; give them 127.0.0.1."
    );
}

// Clients expect a server at 127.0.0.1 to be reachable as "localhost", which some clients resolve
// to ::1.
void add_ipv6_loopback(Listener& listener, asio::io_context& context) {
    if (listener.acceptor.local_endpoint().address() != asio::ip::address_v4::loopback()) return;
    auto other = std::make_shared<Listener>(context, listener.door);
    const std::uint16_t port = listener.port();
    const auto error = claim(other->acceptor, {asio::ip::address_v6::loopback(), port}, false);
    if (error) {
        if (!is_family_missing(error)) warn_of_ipv6_loopback(port, error);
        return;
    }
    other->universe = listener.universe;
    other->is_ipv6_loopback = true;
    listener.ipv6_loopback = std::move(other);
}

}  // namespace

std::optional<std::string> open_listener(
    Listener& listener, asio::io_context& context, const WantedPort& port
) {
    const auto endpoints = resolve(context, port);
    if (endpoints.empty()) {
        return "host " + port.host +
               " is unknown: give --host an address of this machine, such as 127.0.0.1.";
    }
    http::ErrorCode error;
    for (const tcp::endpoint& endpoint : endpoints) {
        error = claim(listener.acceptor, endpoint, endpoints.size() > 1);
        if (!error) {
            add_ipv6_loopback(listener, context);
            return std::nullopt;
        }
        if (!is_family_missing(error)) break;
    }
    return listen_sentence(port, error);
}

}  // namespace stator::emulator::server
