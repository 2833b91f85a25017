// SHA-256 and the HMAC over it, as Signature Version 4 uses them. Pure functions and values.
#pragma once

#include <openssl/sha.h>

#include <array>
#include <string>
#include <string_view>

namespace stator::signing {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

Digest sha256(std::string_view bytes);

// Returns the digest in lower-case hexadecimal digits.
std::string hexadecimal(const Digest& digest);
// Returns the SHA-256 of the bytes in the same form.
std::string hex_sha256(std::string_view bytes);

// HMAC-SHA256 under one key. The part that depends only on the key is computed once, which is half
// of the work for the short texts that are signed. A value.
class Hmac {
public:
    explicit Hmac(std::string_view key);
    explicit Hmac(const Digest& key);

    Digest of(std::string_view text) const;

private:
    SHA256_CTX inner_;
    SHA256_CTX outer_;
};

// Whether both texts are equal. The time depends only on their lengths.
bool equal_in_constant_time(std::string_view one, std::string_view other);

}  // namespace stator::signing
