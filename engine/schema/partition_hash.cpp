// Uses OpenSSL's MD5 functions although they are deprecated: with EVP, fetching the digest and
// preparing its context takes twice as long as hashing a short key.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "engine/schema/partition_hash.hpp"

#include <openssl/md5.h>

#include <array>

namespace stator::engine::schema {
namespace {

constexpr std::string_view kSalt = "Outliers";

}  // namespace

std::uint64_t hash_partition_key(std::string_view first, std::string_view second) {
    MD5_CTX context;
    std::array<unsigned char, MD5_DIGEST_LENGTH> digest{};
    MD5_Init(&context);
    MD5_Update(&context, kSalt.data(), kSalt.size());
    MD5_Update(&context, first.data(), first.size());
    MD5_Update(&context, second.data(), second.size());
    MD5_Final(digest.data(), &context);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < sizeof hash; ++i) hash = hash << 8 | digest[i];
    return hash;
}

std::uint64_t hash_partition_key(std::string_view key_bytes) {
    return hash_partition_key(key_bytes, {});
}

}  // namespace stator::engine::schema
