// What the messages of every subject are made with, and the error that is nobody's fault but ours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

ApiError validation(std::string message);

inline constexpr std::string_view kInvalidParameter = "One or more parameter values were invalid: ";

// kInvalidParameter and the text.
ApiError invalid_parameter(std::string_view text);

// "1 validation error detected: ", and so on for more.
std::string violations_envelope(std::size_t count);

// Puts "1 validation error detected: " in front of a ValidationException that may wear it; other
// errors pass. So do those about a value's form or an item's size. [case PutItem/bare_errors]
// AWS: PutItem, UpdateItem and DeleteItem wear this envelope on request-validation
// errors, other operations do not.
ApiError enveloped(ApiError error);

// InternalServerError: our bug or our disk; AWS's own words for it.
ApiError internal_server_error();

}  // namespace stator::protocol::errors
