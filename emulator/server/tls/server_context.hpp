// ServerContext: the server's certificate and key, and its TLS settings: version 1.2 or 1.3,
// HTTP/1.1 by ALPN. Immutable, and therefore thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "emulator/server/tls/openssl.hpp"
#include "emulator/server/tls/self_made.hpp"

namespace stator::emulator::server::tls {

// Whether a connection begins with a TLS handshake. No HTTP request begins with that byte.
constexpr bool begins_tls(char first_byte) {
    constexpr char kHandshake = 0x16;
    return first_byte == kHandshake;
}

class ServerContext {
public:
    // `certificate_file`: the certificate in PEM, followed by the intermediate certificates up to
    // the CA; `key_file`: its key in PEM, unencrypted. On failure, returns a sentence for the user
    // that includes the fix.
    static std::variant<std::unique_ptr<ServerContext>, std::string> load(
        const std::string& certificate_file, const std::string& key_file
    );

    // Throws std::runtime_error if OpenSSL fails.
    explicit ServerContext(const SelfMade& made);

    SSL_CTX* get() const { return context_.get(); }

    // A warning about the certificate for the operator, in one sentence; "" for none.
    const std::string& warning() const { return warning_; }

private:
    ServerContext();

    Owned<SSL_CTX> context_;
    std::string warning_;
};

}  // namespace stator::emulator::server::tls
