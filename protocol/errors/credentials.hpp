// Messages about credentials: how a request is signed, in its header or its query string.
#pragma once

#include <span>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// MissingAuthenticationTokenException.
ApiError missing_authentication_token();
// InvalidSignatureException: signed in the header and in the query string.
ApiError credentials_in_both_forms();
// IncompleteSignatureException: an Authorization header without these parameters, or a request
// without a date.
ApiError incomplete_authorization(
    std::span<const std::string_view> parameters, bool has_date, std::string_view header
);
// IncompleteSignatureException: a query string without these.
ApiError incomplete_query(std::span<const std::string_view> parameters);

}  // namespace stator::protocol::errors
