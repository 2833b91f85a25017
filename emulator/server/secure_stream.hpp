// SecureStream: the TLS layer between a session and its socket. It exists only if the client has
// begun a TLS handshake; the session then reads and writes all bytes through it. Must be used on
// the connection's own thread.
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
    // `begun`: the bytes that have been received. The socket must outlive the stream and be
    // non-blocking.
    SecureStream(http::Socket& socket, const tls::ServerContext& context, std::string_view begun);

    // Decrypts received bytes.
    tls::Connection::Taken take(asio::mutable_buffer plain);

    // Sends pending bytes, then waits for more to arrive. Returns false if the connection is over.
    http::Awaitable<bool> receive();

    // Encrypts both pieces, and sends as much as the socket accepts immediately; flush() sends the
    // remainder. Returns false if the connection is broken.
    bool send(const std::array<asio::const_buffer, 2>& pieces);

    bool has_unsent() const { return !tls_.outgoing().empty(); }

    // Sends the remaining bytes. Returns false if the connection is broken.
    http::Awaitable<bool> flush();

    // Tells the client that nothing follows, if the socket accepts that immediately.
    void end();

    // See tls::Connection.
    bool is_amid_message() const { return tls_.is_amid_message(); }

private:
    bool send_some();

    http::Socket& socket_;
    tls::Connection tls_;
    std::string joined_;  // a head and a short body, joined so that they share one record
};

}  // namespace stator::emulator::server
