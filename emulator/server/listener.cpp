#include "emulator/server/listener.hpp"

namespace stator::emulator::server {
namespace {

using asio::ip::tcp;

std::string listen_sentence(const WantedPort& port, const http::ErrorCode& error) {
    const std::string place = "port " + std::to_string(port.number) + " of " + port.host;
    if (error == asio::error::address_in_use) {
        return place + " is in use: stop the program that listens there, or choose another with " +
               port.option + " (0 for any free port).";
    }
    if (error == asio::error::access_denied) {
        return place + " needs privileges this user lacks: choose one above 1023 with " +
               port.option + ".";
    }
    return place + " cannot be used (" + error.message() +
           "): choose an address of this machine with --host, such as 127.0.0.1.";
}

// The address to listen on, IPv4 before IPv6 because that is what clients try without being told.
std::optional<tcp::endpoint> resolve(asio::io_context& context, const WantedPort& port) {
    http::ErrorCode error;
    tcp::resolver resolver(context);
    const auto found =
        resolver.resolve(port.host, std::to_string(port.number), tcp::resolver::passive, error);
    if (error || found.empty()) return std::nullopt;
    for (const auto& entry : found) {
        if (entry.endpoint().protocol() == tcp::v4()) return entry.endpoint();
    }
    return found.begin()->endpoint();
}

}  // namespace

std::optional<std::string> open_listener(
    Listener& listener, asio::io_context& context, const WantedPort& port
) {
    const auto endpoint = resolve(context, port);
    if (!endpoint) {
        return "host " + port.host +
               " is unknown: give --host an address of this machine, such as 127.0.0.1.";
    }
    http::Acceptor& acceptor = listener.acceptor;
    http::ErrorCode error;
    acceptor.open(endpoint->protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(*endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return listen_sentence(port, error);
    return std::nullopt;
}

}  // namespace stator::emulator::server
