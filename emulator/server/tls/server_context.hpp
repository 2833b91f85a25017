// ServerContext: the certificate that a server shows, its key, and how it speaks TLS: 1.2 or 1.3,
// HTTP/1.1 by ALPN. Constant, and therefore thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "emulator/server/tls/openssl.hpp"
#include "emulator/server/tls/self_made.hpp"

namespace stator::emulator::server::tls {

// Whether a connection begins as TLS does; no request of HTTP begins with that byte.
constexpr bool begins_tls(char first_byte) {
    constexpr char kHandshake = 0x16;
    return first_byte == kHandshake;
}

class ServerContext {
public:
    // `certificate_file`: in PEM, followed by those that lead to the authority; `key_file`: its key
    // in PEM, unencrypted. On failure a sentence for the user that names the fix.
    static std::variant<std::unique_ptr<ServerContext>, std::string> load(
        const std::string& certificate_file, const std::string& key_file
    );

    // Throws std::runtime_error when OpenSSL cannot.
    explicit ServerContext(const SelfMade& made);

    SSL_CTX* get() const { return context_.get(); }

    // What the operator should know of the certificate, in a sentence; "" for nothing.
    const std::string& warning() const { return warning_; }

private:
    ServerContext();

    Owned<SSL_CTX> context_;
    std::string warning_;
};

}  // namespace stator::emulator::server::tls
