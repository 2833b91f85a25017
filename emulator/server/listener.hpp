// Listener: a socket that accepts connections.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "emulator/http/http_message.hpp"
#include "emulator/http/network.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

// The universe of all requests that arrive at one port.
struct UniverseDoor {
    explicit UniverseDoor(std::string name) : universe(std::move(name)) {}

    const std::string universe;  // as in a path
    std::atomic<bool> is_open{true};
};

struct Listener {
    Listener(asio::io_context& context, http::Door its_door)
        : acceptor(context), pause(context), door(its_door) {}

    std::uint16_t port() const { return acceptor.local_endpoint().port(); }

    // Stops accepting, also at ::1. Open connections are not affected.
    void close() {
        http::ErrorCode ignored;
        acceptor.close(ignored);
        pause.cancel();
        if (ipv6_loopback) ipv6_loopback->close();
    }

    http::Acceptor acceptor;
    http::SteadyTimer pause;
    const http::Door door;
    // Null at a port that serves all universes.
    std::shared_ptr<UniverseDoor> universe = {};
    // For a listener at 127.0.0.1, the one at ::1 with the same port, because some clients (Node.js
    // 17 to 19) resolve "localhost" only to ::1. Null if the machine has no ::1, or if another
    // process uses that port.
    std::shared_ptr<Listener> ipv6_loopback = {};
    bool is_ipv6_loopback = false;  // whether this is such a listener
};

// A port to claim, 0 for any free one.
struct WantedPort {
    std::string host;  // "*" for every address of the machine, including IPv6 if available
    std::uint16_t number = 0;
    std::string option;  // option or member that changes the port
};

// Binds the port and listens. For 127.0.0.1, also listens at ::1. Returns nullopt, or a sentence
// for the user that includes the fix.
std::optional<std::string> open_listener(
    Listener& listener, asio::io_context& context, const WantedPort& port
);

}  // namespace stator::emulator::server
