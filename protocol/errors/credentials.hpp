// Messages about credentials: how a request is signed, in its header or its query string.
#pragma once

#include <span>
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

}  // namespace stator::protocol::errors
