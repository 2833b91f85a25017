// The two forms in which a request says how it is signed: the Authorization header, and parameters
// of the query. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::emulator::access::authentication {

// An Authorization header. Views into it.
struct HeaderParameters {
    std::string_view algorithm;
    std::string_view credential;
    std::string_view signature;
    std::string_view signed_headers;
    std::string_view without_value;  // the first part that has no '='; "" for none
    bool names_signed_headers = false;
};

// "AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…": parts end at commas and blanks,
// the first one is the algorithm.
HeaderParameters parse_authorization(std::string_view header);

// What is wrong with the form of a request that is signed in its header.
// AWS: [case wire/authentication]
std::optional<protocol::ApiError> check_header_form(
    const HeaderParameters& parameters, const http::HttpRequest& request
);

// The parameters of a presigned request, in the order DynamoDB misses them.
enum QueryParameter : unsigned char { Algorithm, Credential, Signature, SignedHeaders, Date };

struct QueryParameters {
    // By QueryParameter, as they are sent: percent-encoded.
    std::array<std::string_view, 5> values;
    std::string_view expires;
    std::string_view token;
    bool names_algorithm = false;
};

QueryParameters parse_query(std::string_view query);

// What is wrong with the form of a request that is signed in its query.
std::optional<protocol::ApiError> check_query_form(const QueryParameters& parameters);

}  // namespace stator::emulator::access::authentication
