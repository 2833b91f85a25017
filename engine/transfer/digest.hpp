// Digest: the MD5 or SHA-256 of bytes that arrive in pieces.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace stator::engine::transfer {

class Digest {
public:
    enum class Kind : unsigned char { Md5, Sha256 };

    explicit Digest(Kind kind);
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::string_view bytes);
    // Returns the digest as raw bytes. Must be the last call.
    std::string finish();

private:
    struct Context;

    const std::unique_ptr<Context> context_;
};

// The MD5 of a whole text, as raw bytes.
std::string md5(std::string_view bytes);

std::string hexadecimal(std::string_view bytes);

}  // namespace stator::engine::transfer
