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

// The universe that everything belongs to that comes by one port.
struct UniverseDoor {
    explicit UniverseDoor(std::string name) : universe(std::move(name)) {}

    const std::string universe;  // as a path names it
    std::atomic<bool> is_open{true};
};

struct Listener {
    Listener(asio::io_context& context, http::Door its_door)
        : acceptor(context), pause(context), door(its_door) {}

    std::uint16_t port() const { return acceptor.local_endpoint().port(); }

    void close() {
        http::ErrorCode ignored;
        acceptor.close(ignored);
        pause.cancel();
        if (ipv6_loopback) ipv6_loopback->close();
    }

    http::Acceptor acceptor;
    http::SteadyTimer pause;
    const http::Door door;
    // Null at a port where requests of all universes come in.
    std::shared_ptr<UniverseDoor> universe = {};
    // Of one at 127.0.0.1 that at ::1, the same port: some clients (Node.js 17 to 19) take
    // "localhost" for ::1 alone. Null if the machine has no ::1, or somebody else that port.
    std::shared_ptr<Listener> ipv6_loopback = {};
    bool is_ipv6_loopback = false;  // such a listener itself
};

// A port to claim, 0 for any free one.
struct WantedPort {
    std::string host;  // "*" for every address of the machine, of IPv6 too where there is IPv6
    std::uint16_t number = 0;
    std::string option;  // that names another one
};

// Binds the port and listens, at 127.0.0.1 with a listener at ::1 besides. Returns nothing, or a
// sentence for the user that names the fix.
std::optional<std::string> open_listener(
    Listener& listener, asio::io_context& context, const WantedPort& port
);

}  // namespace stator::emulator::server
