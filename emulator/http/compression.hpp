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

// Bodies of at least this size are compressed. AWS: 4096. [case wire/compressed_response]
inline constexpr std::size_t kMinCompressedReplyBytes = 4'096;

// Returns the value for Content-Encoding.
std::string_view codec_name(Codec codec);

// Returns the codec that DynamoDB would use; nullopt for an uncompressed reply.
// AWS: see compression.cpp for its interpretation of weights. [case wire/compressed_response]
std::optional<Codec> negotiate_codec(std::string_view accept_encoding);

// Returns the compressed bytes of `body`.
std::string compress(Codec codec, std::string_view body);

enum class DecompressionFailure : unsigned char {
    UnknownEncoding,
    Corrupt,   // or truncated, or empty
    TooLarge,  // more than `limit` bytes of output, or more than 10,000 gzip members
};

// Replaces `body` with its decompressed bytes according to `content_encoding`. Returns the reason
// for a failure, or nullopt on success. gzip data may consist of several members; bytes after the
// last one are ignored.
// AWS: [case wire/compressed_request]
std::optional<DecompressionFailure> decompress(
    std::string_view content_encoding, std::size_t limit, std::string& body
);

}  // namespace stator::emulator::http
