// The server's address, and a TCP socket to it. Errors are thrown as std::runtime_error with a
// sentence for the user, unless a function documents otherwise.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace stator::bench {

// A resolved HTTP endpoint. A value; `authority` is the text of the Host header.
struct Endpoint {
    std::string url;
    std::string authority;
    std::uint16_t port = 0;
    sockaddr_storage address{};
    socklen_t address_bytes = 0;
};

// Parses `http://host[:port][/]` and resolves the host. Throws for any other text.
Endpoint parse_endpoint(std::string_view url);

// The endpoint http://127.0.0.1:`port`.
Endpoint loopback_endpoint(std::uint16_t port);

// Owns one file descriptor, or none.
class Socket {
public:
    Socket() = default;

    explicit Socket(int fd) noexcept : fd_(fd) {}

    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    Socket& operator=(Socket&& other) noexcept;
    ~Socket();

    int fd() const noexcept { return fd_; }

    explicit operator bool() const noexcept { return fd_ >= 0; }

private:
    int fd_ = -1;
};

// Returns a connected blocking socket with TCP_NODELAY, or an empty one with errno set.
Socket try_connect(const Endpoint& endpoint) noexcept;

// Like try_connect(), but throws if the server does not accept the connection.
Socket connect_to(const Endpoint& endpoint);

// Returns a port on which nothing listens at the time of the call.
std::uint16_t find_free_port();

}  // namespace stator::bench
