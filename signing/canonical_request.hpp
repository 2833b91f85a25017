// The canonical request of Signature Version 4: the text that both sides build from a request, and
// that differs if anything signed was changed in transit.
//
// Pure functions. A checker builds it from the received request, a signer from the request that it
// will send.
// AWS: docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "signing/header_field.hpp"

namespace stator::signing {

// The transformation of the path.
enum class PathRule : unsigned char {
    AsSent,      // unchanged: S3
    Encoded,     // percent-encoded once more
    Normalized,  // like Encoded, without "//", "/./" and "/x/../": most services
};

// All parts of a request that a signature covers. Views.
struct SignedParts {
    std::string_view method = {};
    std::string_view path = "/";
    std::string_view query = {};                // as sent, without '?'; X-Amz-Signature is left out
    std::span<const HeaderField> headers = {};  // all headers, including Host
    std::string_view signed_headers = {};       // "host;x-amz-date"
    // For the body: its SHA-256, or one of the words that replace it.
    std::string_view payload_hash = {};
    PathRule path_rule = PathRule::Normalized;
};

// Returns the canonical request. A name in `signed_headers` without a header counts as an empty
// value.
std::string canonical_request(const SignedParts& parts);

// Returns "name=value&…", percent-encoded once and sorted.
std::string canonical_query(std::string_view query);

// Returns "host;x-amz-date": the names of all headers in lower case, sorted, without duplicates.
std::string header_names(std::span<const HeaderField> headers);

}  // namespace stator::signing
