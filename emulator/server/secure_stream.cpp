#include "emulator/server/secure_stream.hpp"

namespace stator::emulator::server {
namespace {

// Maximum size of a TLS record's content.
constexpr std::size_t kRecord = 16'384;

std::string_view text_of(asio::const_buffer buffer) {
    return {static_cast<const char*>(buffer.data()), buffer.size()};
}

}  // namespace

SecureStream::SecureStream(
    http::Socket& socket, const tls::ServerContext& context, std::string_view begun
)
    : socket_(socket), tls_(context) {
    tls_.arrived(begun);
}

tls::Connection::Taken SecureStream::take(asio::mutable_buffer plain) {
    return tls_.read({static_cast<char*>(plain.data()), plain.size()});
}

http::Awaitable<bool> SecureStream::receive() {
    if (has_unsent() && !co_await flush()) co_return false;
    const auto room = tls_.room();
    const auto [error, bytes] =
        co_await socket_.async_read_some(asio::buffer(room.data(), room.size()), http::kAwait);
    if (error) co_return false;
    tls_.arrived(bytes);
    co_return true;
}

bool SecureStream::send(const std::array<asio::const_buffer, 2>& pieces) {
    const std::string_view head = text_of(pieces[0]);
    const std::string_view body = text_of(pieces[1]);
    if (head.size() + body.size() <= kRecord) {
        joined_.assign(head).append(body);
        if (!tls_.write(joined_)) return false;
    } else if (!tls_.write(head) || !tls_.write(body)) {
        return false;
    }
    return send_some();
}

bool SecureStream::send_some() {
    http::ErrorCode error;
    const std::string_view left = tls_.outgoing();
    tls_.sent(socket_.write_some(asio::buffer(left.data(), left.size()), error));
    return !error || error == asio::error::would_block;
}

http::Awaitable<bool> SecureStream::flush() {
    while (has_unsent()) {
        const std::string_view left = tls_.outgoing();
        const auto [error, bytes] =
            co_await socket_.async_write_some(asio::buffer(left.data(), left.size()), http::kAwait);
        if (error) co_return false;
        tls_.sent(bytes);
    }
    co_return true;
}

void SecureStream::end() {
    tls_.end();
    send_some();
}

}  // namespace stator::emulator::server
