// SecureStream: a connection's TLS between its session and its socket. Bytes that the session wants
// to read or has to send go through it once the client has begun with TLS; a plain connection has
// none. Used by the connection's own thread.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "emulator/http/network.hpp"
#include "emulator/server/tls/connection.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

class SecureStream {
public:
    // `begun` has come already. The socket outlives the stream, and does not block.
    SecureStream(http::Socket& socket, const tls::ServerContext& context, std::string_view begun);

    // Decrypts what has come.
    tls::Connection::Taken take(asio::mutable_buffer plain);

    // Sends what is due, and waits for more to come. False when the connection is over.
    http::Awaitable<bool> receive();

    // Encrypts both pieces, and sends what the socket takes at once. False when the connection is
    // broken; what is left is flush()'s.
    bool send(const std::array<asio::const_buffer, 2>& pieces);

    bool has_unsent() const { return !tls_.outgoing().empty(); }

    // Sends the rest. False when the connection is broken.
    http::Awaitable<bool> flush();

    // Tells the client that nothing follows, if the socket takes that at once.
    void end();

    // See tls::Connection.
    bool is_amid_message() const { return tls_.is_amid_message(); }

private:
    bool send_some();

    http::Socket& socket_;
    tls::Connection tls_;
    std::string joined_;  // a head and a short body, so that they leave in one record
};

}  // namespace stator::emulator::server
