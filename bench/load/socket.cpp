#include "load/socket.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace stator::bench {

namespace {

constexpr std::string_view kScheme = "http://";

std::uint16_t parse_port(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc{} || end != text.data() + text.size() || port == 0) {
        throw std::runtime_error("not a port number: " + std::string(text));
    }
    return port;
}

void resolve(const std::string& host, Endpoint& endpoint) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(endpoint.port);
    const int error = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
    if (error != 0) {
        throw std::runtime_error("cannot resolve " + host + ": " + ::gai_strerror(error));
    }
    std::memcpy(&endpoint.address, found->ai_addr, found->ai_addrlen);
    endpoint.address_bytes = found->ai_addrlen;
    ::freeaddrinfo(found);
}

}  // namespace

Endpoint parse_endpoint(std::string_view url) {
    Endpoint endpoint;
    endpoint.url = url;
    if (!url.starts_with(kScheme)) {
        throw std::runtime_error(
            "an endpoint looks like http://127.0.0.1:8000, not " + endpoint.url
        );
    }
    url.remove_prefix(kScheme.size());
    if (url.ends_with('/')) url.remove_suffix(1);
    endpoint.authority = url;
    const std::size_t colon = url.rfind(':');
    const bool has_port = colon != std::string_view::npos;
    endpoint.port = has_port ? parse_port(url.substr(colon + 1)) : std::uint16_t{80};
    resolve(std::string(url.substr(0, colon)), endpoint);
    return endpoint;
}

Endpoint loopback_endpoint(std::uint16_t port) {
    return parse_endpoint("http://127.0.0.1:" + std::to_string(port));
}

Socket& Socket::operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}

Socket::~Socket() {
    if (fd_ >= 0) ::close(fd_);
}

Socket try_connect(const Endpoint& endpoint) noexcept {
    Socket socket{::socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (!socket) return Socket{};
    // The sockets API takes every address family through this one type.
    const auto* address = reinterpret_cast<const sockaddr*>(&endpoint.address);
    if (::connect(socket.fd(), address, endpoint.address_bytes) != 0) {
        const int reason = errno;
        socket = Socket{};
        errno = reason;
        return socket;
    }
    const int on = 1;
    ::setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

Socket connect_to(const Endpoint& endpoint) {
    Socket socket = try_connect(endpoint);
    if (!socket) {
        throw std::runtime_error("cannot connect to " + endpoint.url + ": " + std::strerror(errno));
    }
    return socket;
}

std::uint16_t find_free_port() {
    const Socket socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t bytes = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket.fd(), generic, bytes) != 0 ||
        ::getsockname(socket.fd(), generic, &bytes) != 0) {
        throw std::runtime_error(std::string("cannot find a free port: ") + std::strerror(errno));
    }
    return ntohs(address.sin_port);
}

}  // namespace stator::bench
