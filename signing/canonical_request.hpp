// The canonical request of Signature Version 4: the text that both sides make of a request, and
// that differs when anything signed was changed on the way.
//
// Pure functions. Whoever checks a signature makes it of what has arrived; whoever signs, of what
// it is about to send.
// AWS: docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "signing/header_field.hpp"

namespace stator::signing {

// What becomes of the path.
enum class PathRule : unsigned char {
    AsSent,      // nothing: S3
    Encoded,     // percent-encoded once more
    Normalized,  // the same, without "//", "/./" and "/x/../": what most services do
};

// Everything that a signature covers. Views.
struct SignedParts {
    std::string_view method = {};
    std::string_view path = "/";
    std::string_view query = {};  // as it is sent, without '?'; X-Amz-Signature is left out
    std::span<const HeaderField> headers = {};  // all; Host among them
    std::string_view signed_headers = {};       // "host;x-amz-date"
    // Of the body: its SHA-256, or one of the words that stand for it.
    std::string_view payload_hash = {};
    PathRule path_rule = PathRule::Normalized;
};

// A name in `signed_headers` without a header counts as an empty value.
std::string canonical_request(const SignedParts& parts);

// "name=value&…", percent-encoded once and sorted.
std::string canonical_query(std::string_view query);

// "host;x-amz-date": the names of all headers in small letters, sorted, each once.
std::string header_names(std::span<const HeaderField> headers);

}  // namespace stator::signing
