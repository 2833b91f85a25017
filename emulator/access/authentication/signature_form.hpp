// The two forms of signature parameters in a request: the Authorization header, and query
// parameters. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/http/http_message.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::emulator::access::authentication {

// The parts of an Authorization header. Contains views into the header.
struct HeaderParameters {
    std::string_view algorithm;
    std::string_view credential;
    std::string_view signature;
    std::string_view signed_headers;
    std::string_view without_value;  // the first part without '='; "" if every part has one
    bool names_signed_headers = false;
};

// Parses "AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…". Commas and spaces separate
// the parts; the first part is the algorithm.
HeaderParameters parse_authorization(std::string_view header);

// Returns the first mistake in the form of a request that is signed in its header.
// AWS: [case wire/authentication]
std::optional<protocol::ApiError> check_header_form(
    const HeaderParameters& parameters, const http::HttpRequest& request
);

// The parameters of a presigned request, in the order in which DynamoDB reports missing ones.
enum QueryParameter : unsigned char { Algorithm, Credential, Signature, SignedHeaders, Date };

struct QueryParameters {
    // By QueryParameter, still percent-encoded.
    std::array<std::string_view, 5> values;
    std::string_view expires;
    std::string_view token;
    bool names_algorithm = false;
};

QueryParameters parse_query(std::string_view query);

// Returns the first mistake in the form of a request that is signed in its query.
std::optional<protocol::ApiError> check_query_form(const QueryParameters& parameters);

}  // namespace stator::emulator::access::authentication
