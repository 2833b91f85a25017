// SignatureCheck: verifies the signature of a request. Does the same checks as DynamoDB, in the
// same order, with the same errors. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "emulator/access/authentication/credentials.hpp"
#include "emulator/access/authentication/key_store.hpp"
#include "emulator/http/http_message.hpp"
#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::access::authentication {

class SignatureCheck {
public:
    // `explains`: the error for a wrong signature contains the canonical request and the string to
    // sign.
    SignatureCheck(KeyStore& keys, bool explains) : keys_(keys), explains_(explains) {}

    SignatureCheck(const SignatureCheck&) = delete;
    SignatureCheck& operator=(const SignatureCheck&) = delete;

    // Returns the credentials of the signer. `request` must have all its header fields and its
    // unmodified body. Errors, in DynamoDB's order: those of read_credentials(); the time; the
    // signed headers and the algorithm; the credential scope; the key; the signature; the session.
    // AWS: [case wire/signatures]
    protocol::Result<Credentials> check(const http::HttpRequest& request, protocol::Instant now);

    KeyStore& keys() { return keys_; }

    struct Totals {
        std::uint64_t verified = 0;
        std::uint64_t refused = 0;
    };

    Totals totals() const {
        return {
            verified_.load(std::memory_order_relaxed), refused_.load(std::memory_order_relaxed)};
    }

private:
    KeyStore& keys_;
    const bool explains_;
    std::atomic<std::uint64_t> verified_ = 0;
    std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace stator::emulator::access::authentication
