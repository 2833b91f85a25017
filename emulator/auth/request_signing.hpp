// Signature Version 4: what both who signs a request and who checks a signature compute.
//
// Pure functions. Whoever signs makes a SignedMessage of the request it is about to send; whoever
// checks makes one of what has arrived, with the headers that the signature names.
// AWS: docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/base/instant.hpp"

namespace stator::emulator::auth {

// Of nobody in particular where a secret is not known.
struct SigningSecrets {
    std::string access_key;
    std::string secret_key;
    std::string session_token = {};  // "" for keys that do not expire
};

// What a signature is good for.
struct SigningScope {
    std::string region;
    std::string service;  // "s3", "dynamodb"
};

// The parts of a request that are signed.
struct SignedMessage {
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

// "20261125T164500Z", and the same without its time.
std::string signing_time(protocol::Instant time);
std::string signing_date(protocol::Instant time);

std::string hex_sha256(std::string_view bytes);
// 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view text);

// "name=value&…", percent-encoded and sorted.
std::string canonical_query(const SignedMessage& message);
// "host;x-amz-date".
std::string signed_header_names(const SignedMessage& message);
// S3 takes the path as it is sent; all other services encode it once more.
std::string canonical_request(const SignedMessage& message, const SigningScope& scope);

// Hexadecimal. `time` is that of x-amz-date.
std::string signature(
    const SignedMessage& message,
    const SigningScope& scope,
    std::string_view secret_key,
    protocol::Instant time
);

// The value of the Authorization header.
std::string authorization(
    const SignedMessage& message,
    const SigningScope& scope,
    const SigningSecrets& secrets,
    protocol::Instant time
);

}  // namespace stator::emulator::auth
