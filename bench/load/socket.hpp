// Where the server is, and a TCP socket to it. Errors are thrown as std::runtime_error with a
// sentence for the user, except where a function says otherwise.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace stator::bench {

// A resolved HTTP endpoint. A value; `authority` is what the Host header says.
struct Endpoint {
    std::string url;
    std::string authority;
    std::uint16_t port = 0;
    sockaddr_storage address{};
    socklen_t address_bytes = 0;
};

// Reads `http://host[:port][/]` and resolves the host. Throws for anything else.
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

// A connected blocking socket with TCP_NODELAY, or an empty one with errno set.
Socket try_connect(const Endpoint& endpoint) noexcept;

// As try_connect(), but throws when the server does not accept.
Socket connect_to(const Endpoint& endpoint);

// A port on which nothing listens at this moment.
std::uint16_t find_free_port();

}  // namespace stator::bench
