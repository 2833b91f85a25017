// AWS Signature Version 4, as DynamoDB requires it.
// [https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html]
#pragma once

#include <ctime>
#include <string>

#include "transport/http_message.hpp"

namespace stator::conformance {

struct Credentials {
    std::string access_key_id;
    std::string secret_access_key;
    std::string session_token;  // empty for long-term keys
};

struct SigningScope {
    std::string region;
    std::string service = "dynamodb";
};

/// Returns a time as `20150830T123600Z`.
std::string amazon_date(std::time_t time);

/// Adds X-Amz-Date, X-Amz-Security-Token and Authorization, except those that the request already
/// has, so that a case can send its own. Signs all headers, with `host` as the Host header.
void sign(
    transport::HttpRequest& request,
    std::string_view host,
    const Credentials& credentials,
    const SigningScope& scope,
    std::time_t now
);

}  // namespace stator::conformance
