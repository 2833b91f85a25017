// A TLS connection over TCP, using OpenSSL.
#pragma once

#include <openssl/ssl.h>

#include <string>

#include "transport/socket_stream.hpp"

namespace stator::transport {

// The certificates that are trusted.
struct Trust {
    bool is_insecure = false;  // any certificate is accepted
    std::string ca_file = {};  // CA certificates in PEM; "" for the system's
};

class TlsStream : public ByteStream {
public:
    // Connects and performs the TLS handshake; verifies the certificate and its host name. Throws
    // TransportError.
    TlsStream(const Endpoint& endpoint, const Trust& trust, Deadline deadline);

    std::size_t read_some(std::span<char> buffer, Deadline deadline) override;
    bool write(std::string_view bytes, Deadline deadline) override;
    bool is_idle() override;

    // The descriptor of the socket.
    int descriptor() const { return socket_.descriptor(); }

private:
    struct Deleter {
        void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }

        void operator()(SSL* session) const { SSL_free(session); }
    };

    // Waits until the socket is ready for the operation that OpenSSL needs next; false if the call
    // that returned `result` has failed.
    bool wait_after(int result, Deadline deadline);
    void shake_hands(Deadline deadline);

    SocketStream socket_;
    std::unique_ptr<SSL_CTX, Deleter> context_;
    std::unique_ptr<SSL, Deleter> session_;
};

// Returns a function that connects, with TLS if the endpoint requires it.
Connect connector(Trust trust = {});

}  // namespace stator::transport
