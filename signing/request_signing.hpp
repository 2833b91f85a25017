// Signature Version 4: the signature of a request, for who signs it and for who checks it.
//
// Pure functions. The text that is signed is made by canonical_request.hpp.
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

// Of nobody in particular where a secret is not known.
struct Secrets {
    std::string access_key;
    std::string secret_key;
    std::string session_token = {};  // "" for keys that do not expire
};

// What a signature is good for.
struct Scope {
    std::string region;
    std::string service;  // "s3", "dynamodb"
};

// A request to be signed.
struct Message {
    std::string method;
    // As it is sent, percent-encoded.
    std::string path = "/";
    // Decoded names and values.
    std::vector<std::pair<std::string, std::string>> query = {};
    // Host among them; names in any case.
    std::vector<std::pair<std::string, std::string>> headers = {};
    // Of the body: its SHA-256, or one of the words that stand for it.
    std::string payload_hash = {};
};

// "20261125T164500Z", and the same without its time; for a year of four digits.
std::string time_text(Time time);
std::string day_text(Time time);
// Reads "20261125T164500Z"; nothing for any other text.
std::optional<Time> parse_time(std::string_view text);

// "name=value&…", percent-encoded and sorted.
std::string query_text(const Message& message);

// "20261125/eu-west-1/dynamodb/aws4_request".
std::string scope_text(std::string_view day, const Scope& scope);

// The key that all signatures of one day and scope are made with.
Hmac signing_key(std::string_view secret_key, std::string_view day, const Scope& scope);

// `time` and `scope` as they stand in the request.
std::string string_to_sign(
    std::string_view time, std::string_view scope, std::string_view canonical_request
);

// Hexadecimal.
std::string signature(const Hmac& signing_key, std::string_view string_to_sign);

// The signature of a whole message; `time` is that of x-amz-date. S3 takes the path as it is sent,
// all other services encode it once more.
std::string signature(
    const Message& message, const Scope& scope, std::string_view secret_key, Time time
);

// The value of the Authorization header.
std::string authorization(
    const Message& message, const Scope& scope, const Secrets& secrets, Time time
);

// The text that is signed of a message.
std::string canonical_request(const Message& message, const Scope& scope);

}  // namespace stator::signing
