#include "transport/socket_stream.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace stator::transport {
namespace {

struct AddressListDeleter {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};

using AddressList = std::unique_ptr<addrinfo, AddressListDeleter>;

AddressList resolve(const Endpoint& endpoint) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    const int error = getaddrinfo(endpoint.host.c_str(), endpoint.port.c_str(), &hints, &list);
    if (error != 0) throw UnreachableError(endpoint.host + ": " + gai_strerror(error));
    return AddressList(list);
}

// Waits for a started connection. Returns its error, or 0 if it is open.
int finish_connecting(int descriptor, Deadline deadline) {
    wait_for(descriptor, POLLOUT, deadline);
    int error = 0;
    socklen_t size = sizeof(error);
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

// Tries one address. Returns the errno of the failure, or 0 for success.
int connect_to(int descriptor, const addrinfo& address, Deadline deadline) {
    const int is_on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &is_on, sizeof(is_on));
    if (::connect(descriptor, address.ai_addr, address.ai_addrlen) == 0) return 0;
    return errno == EINPROGRESS ? finish_connecting(descriptor, deadline) : errno;
}

}  // namespace

short wait_for(int descriptor, short events, Deadline deadline) {
    using std::chrono::milliseconds;
    for (;;) {
        const auto left =
            std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd wanted{descriptor, events, 0};
        const auto patience = std::clamp<milliseconds::rep>(left.count(), 0, 1'000'000);
        const int count = poll(&wanted, 1, static_cast<int>(patience));
        if (count > 0) return wanted.revents;
        if (count == 0) throw TimeoutError("no answer in time");
        if (errno != EINTR) throw TransportError(std::strerror(errno));
    }
}

SocketStream::SocketStream(const Endpoint& endpoint, Deadline deadline) {
    int error = 0;
    const AddressList list = resolve(endpoint);
    for (const addrinfo* address = list.get(); address != nullptr; address = address->ai_next) {
        const int type = address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC;
        const int descriptor = socket(address->ai_family, type, address->ai_protocol);
        if (descriptor < 0) continue;
        descriptor_ = descriptor;
        error = connect_to(descriptor, *address, deadline);
        if (error == 0) return;
        close(descriptor);
        descriptor_ = -1;
    }
    throw UnreachableError("cannot connect: " + std::string(std::strerror(error)));
}

SocketStream::~SocketStream() {
    if (descriptor_ >= 0) close(descriptor_);
}

std::size_t SocketStream::read_some(std::span<char> buffer, Deadline deadline) {
    for (;;) {
        const ssize_t count = recv(descriptor_, buffer.data(), buffer.size(), 0);
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno == EAGAIN || errno == EINTR) {
            wait_for(descriptor_, POLLIN, deadline);
        } else {
            throw TransportError(std::strerror(errno));
        }
    }
}

bool SocketStream::write(std::string_view bytes, Deadline deadline) {
    while (!bytes.empty()) {
        const ssize_t count = send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN || errno == EINTR) {
            const short events = wait_for(descriptor_, POLLIN | POLLOUT, deadline);
            if ((events & POLLIN) != 0) return false;
        } else {
            return false;
        }
    }
    return true;
}

bool SocketStream::is_idle() {
    pollfd wanted{descriptor_, POLLIN, 0};
    return poll(&wanted, 1, 0) == 0;
}

}  // namespace stator::transport
