// Messages about denied requests. AccessDeniedException.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// The reason for a denial. The reasons No… are implicit: no policy of that kind allows the action.
enum class DenialReason : unsigned char {
    NoIdentityPolicy,
    NoResourcePolicy,
    NoBoundary,
    NoSessionPolicy,
    IdentityPolicy,
    ResourcePolicy,
    Boundary,
    SessionPolicy,
};

// `action`: for example "GetItem". `policy`: the ARN of the managed policy that denies the request,
// or "".
ApiError not_authorized(
    std::string_view principal,
    std::string_view action,
    std::string_view resource,
    DenialReason reason,
    std::string_view policy
);

}  // namespace stator::protocol::errors
