#include "signing/digest.hpp"

#include <openssl/crypto.h>

#include <algorithm>

namespace stator::signing {
namespace {

constexpr std::size_t kBlockBytes = SHA256_CBLOCK;

using Block = std::array<unsigned char, kBlockBytes>;

std::string_view view(const Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// Returns the hash state after the key's block, with each byte combined with `pad`.
SHA256_CTX begun_with(const Block& key, unsigned char pad) {
    Block block = key;
    for (unsigned char& byte : block) byte = static_cast<unsigned char>(byte ^ pad);
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, block.data(), block.size());
    return state;
}

}  // namespace

// Uses the deprecated functions, because their replacements in OpenSSL 3 look up the algorithm at
// each call, which takes longer than hashing a small request.
Digest sha256(std::string_view bytes) {
    Digest digest{};
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, bytes.data(), bytes.size());
    SHA256_Final(digest.data(), &state);
    return digest;
}

std::string hexadecimal(const Digest& digest) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * digest.size());
    for (const unsigned char byte : digest) {
        text.push_back(kDigits[byte >> 4U]);
        text.push_back(kDigits[byte & 0xFU]);
    }
    return text;
}

std::string hex_sha256(std::string_view bytes) {
    return hexadecimal(sha256(bytes));
}

Hmac::Hmac(std::string_view key) {
    constexpr unsigned char kInnerPad = 0x36;
    constexpr unsigned char kOuterPad = 0x5C;
    Block block{};
    if (key.size() > block.size()) {
        const Digest digest = sha256(key);
        std::copy(digest.begin(), digest.end(), block.begin());
    } else {
        std::copy(key.begin(), key.end(), block.begin());
    }
    inner_ = begun_with(block, kInnerPad);
    outer_ = begun_with(block, kOuterPad);
    OPENSSL_cleanse(block.data(), block.size());
}

Hmac::Hmac(const Digest& key) : Hmac(view(key)) {}

Digest Hmac::of(std::string_view text) const {
    Digest digest{};
    SHA256_CTX state = inner_;
    SHA256_Update(&state, text.data(), text.size());
    SHA256_Final(digest.data(), &state);
    state = outer_;
    SHA256_Update(&state, digest.data(), digest.size());
    SHA256_Final(digest.data(), &state);
    return digest;
}

bool equal_in_constant_time(std::string_view one, std::string_view other) {
    return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace stator::signing
