// Signature Version 4: the signature of a request, for signing and checking.
//
// Pure functions. canonical_request.hpp builds the canonical request.
// AWS: docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "signing/digest.hpp"

namespace stator::signing {

inline constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
inline constexpr std::string_view kTerminator = "aws4_request";

using Time = std::chrono::sys_seconds;

// The keys of a signer.
struct Secrets {
    std::string access_key;
    std::string secret_key;
    std::string session_token = {};  // "" for keys that do not expire
};

// The region and service that a signature is valid for.
struct Scope {
    std::string region;
    std::string service;  // "s3", "dynamodb"
};

// A request to sign.
struct Message {
    std::string method;
    // As sent, percent-encoded.
    std::string path = "/";
    // Decoded names and values.
    std::vector<std::pair<std::string, std::string>> query = {};
    // Includes Host; the case of names does not matter.
    std::vector<std::pair<std::string, std::string>> headers = {};
    // For the body: its SHA-256, or one of the words that replace it.
    std::string payload_hash = {};
};

// Return "20261125T164500Z" and "20261125", for years of four digits.
std::string time_text(Time time);
std::string day_text(Time time);
// Reads "20261125T164500Z"; nullopt for any other text.
std::optional<Time> parse_time(std::string_view text);

// Returns "name=value&…", percent-encoded and sorted.
std::string query_text(const Message& message);

// Returns "20261125/eu-west-1/dynamodb/aws4_request".
std::string scope_text(std::string_view day, const Scope& scope);

// Returns the key for all signatures of one day and scope.
Hmac signing_key(std::string_view secret_key, std::string_view day, const Scope& scope);

// `time` and `scope` have the form that they have in the request.
std::string string_to_sign(
    std::string_view time, std::string_view scope, std::string_view canonical_request
);

// Returns the signature in hexadecimal digits.
std::string signature(const Hmac& signing_key, std::string_view string_to_sign);

// Returns the signature of a whole message; `time` is that of x-amz-date. S3 uses the path as sent;
// all other services encode it once more.
std::string signature(
    const Message& message, const Scope& scope, std::string_view secret_key, Time time
);

// Returns the value of the Authorization header.
std::string authorization(
    const Message& message, const Scope& scope, const Secrets& secrets, Time time
);

// Returns the canonical request of a message.
std::string canonical_request(const Message& message, const Scope& scope);

}  // namespace stator::signing
