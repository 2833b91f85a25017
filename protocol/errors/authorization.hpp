// Messages about what a caller may not do. AccessDeniedException.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// Why a caller may not do something. Implicit: no policy of that kind allows it.
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

// `action` as in "GetItem"; `policy` is the ARN of the managed policy that denies, "" for another.
ApiError not_authorized(
    std::string_view principal,
    std::string_view action,
    std::string_view resource,
    DenialReason reason,
    std::string_view policy
);

}  // namespace stator::protocol::errors
