// Messages about the credentials of a request, which is signed in its header or its query string.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline constexpr Text<0> missing_authentication_token{
    "Request is missing Authentication Token", ErrorType::MissingAuthenticationTokenException};
// InvalidSignatureException: the request is signed in both the header and the query string.
inline constexpr Text<0> credentials_in_both_forms{
    "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
    ErrorType::InvalidSignatureException};
// IncompleteSignatureException: the Authorization header lacks these parameters, or the request has
// no date.
ApiError incomplete_authorization(
    std::span<const std::string_view> parameters, bool has_date, std::string_view header
);
// IncompleteSignatureException: the query string lacks these parameters.
ApiError incomplete_query(std::span<const std::string_view> parameters);
// IncompleteSignatureException: a part of the Authorization header is not a key=value pair.
inline constexpr Text<2> part_without_value{
    "'{part}' not a valid key=value pair (missing equal-sign) in Authorization header: '{header}'.",
    ErrorType::IncompleteSignatureException};

// Errors of checking a signature, in the order of the checks. Times are text such as
// "20261125T164500Z".

inline constexpr Text<1> signing_date_form{
    "Date must be in ISO-8601 'basic format'. Got '{date}'. See "
    "http://en.wikipedia.org/wiki/ISO_8601",
    ErrorType::IncompleteSignatureException};
// `limit`: the earliest or latest valid time, `minutes` from `now`.
inline constexpr Text<4> signature_expired{
    "Signature expired: {date} is now earlier than {limit} ({now} - {minutes} min.)",
    ErrorType::InvalidSignatureException};
inline constexpr Text<4> signature_not_yet_current{
    "Signature not yet current: {date} is still later than {limit} ({now} + {minutes} min.)",
    ErrorType::InvalidSignatureException};
inline constexpr Text<0> host_not_signed{
    "'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.",
    ErrorType::InvalidSignatureException};
inline constexpr Text<1> unsupported_algorithm{
    "Unsupported AWS 'algorithm': '{algorithm}' (only AWS4-HMAC-SHA256 for now). ",
    ErrorType::IncompleteSignatureException};
inline constexpr Text<1> credential_form{
    "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, "
    "got '{credential}'",
    ErrorType::IncompleteSignatureException};

// The wrong parts of a signature's scope; nullopt if a part is correct.
struct ScopeMistakes {
    std::optional<std::string> region = {};
    bool is_of_other_service = false;
    std::optional<std::string> terminator = {};
    std::optional<std::string> day = {};
};

// InvalidSignatureException. `date`: the request's time, from outside the scope.
ApiError wrong_scope(const ScopeMistakes& mistakes, std::string_view date);
inline constexpr Text<0> unknown_access_key{
    "The security token included in the request is invalid.",
    ErrorType::UnrecognizedClientException};
inline constexpr Text<0> wrong_session_token{
    "The security token included in the request is invalid",
    ErrorType::UnrecognizedClientException};
// AWS: without the full stop that the message about an unknown key has.
// [baopham/laravel-dynamodb#228]
inline constexpr Text<0> wrong_signature{
    "The request signature we calculated does not match the signature you provided. Check your AWS "
    "Secret Access Key and signing method. Consult the service documentation for details.",
    ErrorType::InvalidSignatureException};
// Like wrong_signature, with the canonical request and the string to sign that the server expected.
ApiError wrong_signature_explained(
    std::string_view canonical_request, std::string_view string_to_sign
);
inline constexpr Text<0> expired_session_token{
    "The security token included in the request is expired", ErrorType::ExpiredTokenException};

}  // namespace stator::protocol::errors
