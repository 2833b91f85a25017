// Messages about credentials: how a request is signed, in its header or its query string.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// MissingAuthenticationTokenException.
ApiError missing_authentication_token();
// InvalidSignatureException: the request is signed in both the header and the query string.
ApiError credentials_in_both_forms();
// IncompleteSignatureException: the Authorization header lacks these parameters, or the request has
// no date.
ApiError incomplete_authorization(
    std::span<const std::string_view> parameters, bool has_date, std::string_view header
);
// IncompleteSignatureException: the query string lacks these parameters.
ApiError incomplete_query(std::span<const std::string_view> parameters);
// IncompleteSignatureException: a part of the Authorization header is no key=value pair.
ApiError part_without_value(std::string_view part, std::string_view header);

// What is wrong with a signature when it is checked, in the order of the checks. Times are texts
// such as "20261125T164500Z".

// IncompleteSignatureException.
ApiError signing_date_form(std::string_view date);
// InvalidSignatureException: `limit` is the earliest or latest time that is good, so many minutes
// from `now`.
ApiError signature_expired(
    std::string_view date, std::string_view limit, std::string_view now, std::int64_t minutes
);
ApiError signature_not_yet_current(
    std::string_view date, std::string_view limit, std::string_view now, std::int64_t minutes
);
// InvalidSignatureException.
ApiError host_not_signed();
// IncompleteSignatureException.
ApiError unsupported_algorithm(std::string_view algorithm);
ApiError credential_form(std::string_view credential);

// The parts of a signature's scope that are wrong; nothing where one is right.
struct ScopeMistakes {
    std::optional<std::string> region = {};
    bool is_of_other_service = false;
    std::optional<std::string> terminator = {};
    std::optional<std::string> day = {};
};

// InvalidSignatureException. `date` is the time that the request says beside its scope.
ApiError wrong_scope(const ScopeMistakes& mistakes, std::string_view date);
// UnrecognizedClientException.
ApiError unknown_access_key();
ApiError wrong_session_token();
// InvalidSignatureException.
ApiError wrong_signature();
// The same, with the two texts that the signature should have been made of.
ApiError wrong_signature(std::string_view canonical_request, std::string_view string_to_sign);
// ExpiredTokenException.
ApiError expired_session_token();

}  // namespace stator::protocol::errors
