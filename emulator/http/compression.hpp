// Compressed bodies: chooses a codec from an Accept-Encoding header, and compresses and
// decompresses gzip and deflate (zlib format) with libdeflate. Thread-safe; each thread keeps its
// own libdeflate state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::http {

enum class Codec : unsigned char { Gzip, Deflate };

// Bodies from this size on are compressed. AWS: 4096. [case wire/compressed_response]
inline constexpr std::size_t kMinCompressedReplyBytes = 4'096;

// The value for Content-Encoding.
std::string_view codec_name(Codec codec);

// The codec DynamoDB would answer with, or nothing for an uncompressed answer.
// AWS: see compression.cpp for its reading of weights. [case wire/compressed_response]
std::optional<Codec> negotiate_codec(std::string_view accept_encoding);

// The compressed bytes of `body`.
std::string compress(Codec codec, std::string_view body);

enum class DecompressionFailure : unsigned char {
    UnknownEncoding,
    Corrupt,   // or cut short, or empty
    TooLarge,  // more than `limit` bytes come out, or there are more than 10,000 gzip members
};

// Decompresses `body` in place according to `content_encoding`; returns why that failed, or nothing
// on success. gzip data may have several members in a row; bytes after the last one are ignored.
// AWS: [case wire/compressed_request]
std::optional<DecompressionFailure> decompress(
    std::string_view content_encoding, std::size_t limit, std::string& body
);

}  // namespace stator::emulator::http
