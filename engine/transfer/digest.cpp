#include "engine/transfer/digest.hpp"

#include <openssl/evp.h>

#include "protocol/base/number_text.hpp"

namespace stator::engine::transfer {

struct Digest::Context {
    Context() : evp(EVP_MD_CTX_new()) {}

    ~Context() { EVP_MD_CTX_free(evp); }

    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    EVP_MD_CTX* const evp;
};

Digest::Digest(Kind kind) : context_(std::make_unique<Context>()) {
    const EVP_MD* const method = kind == Kind::Md5 ? EVP_md5() : EVP_sha256();
    EVP_DigestInit_ex(context_->evp, method, nullptr);
}

Digest::~Digest() = default;

void Digest::add(std::string_view bytes) {
    EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size());
}

std::string Digest::finish() {
    std::string bytes(EVP_MAX_MD_SIZE, '\0');
    unsigned length = 0;
    EVP_DigestFinal_ex(context_->evp, reinterpret_cast<unsigned char*>(bytes.data()), &length);
    bytes.resize(length);
    return bytes;
}

std::string md5(std::string_view bytes) {
    Digest digest(Digest::Kind::Md5);
    digest.add(bytes);
    return digest.finish();
}

std::string hexadecimal(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        protocol::append_hex(text, static_cast<unsigned char>(byte), 2);
    }
    return text;
}

}  // namespace stator::engine::transfer
