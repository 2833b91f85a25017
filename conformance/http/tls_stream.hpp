// A TCP connection under TLS, by OpenSSL.
#pragma once

#include <openssl/ssl.h>

#include "conformance/http/socket_stream.hpp"

namespace stator::conformance {

class TlsStream : public ByteStream {
public:
    /// Connects and shakes hands; verifies the certificate against the system's authorities unless
    /// `is_insecure`. Throws TransportError.
    TlsStream(const Endpoint& endpoint, bool is_insecure, Deadline deadline);

    std::size_t read_some(std::span<char> buffer, Deadline deadline) override;
    bool write(std::string_view bytes, Deadline deadline) override;
    bool is_idle() override;

private:
    struct Deleter {
        void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }

        void operator()(SSL* session) const { SSL_free(session); }
    };

    /// Waits for what OpenSSL wants next; false if the call that returned `result` has failed.
    bool wait_after(int result, Deadline deadline);
    void shake_hands(Deadline deadline);

    SocketStream socket_;
    std::unique_ptr<SSL_CTX, Deleter> context_;
    std::unique_ptr<SSL, Deleter> session_;
};

}  // namespace stator::conformance
