// What the messages of every subject are made with, and the error that is nobody's fault but ours.
#pragma once

#include <string>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

ApiError validation(std::string message);

// Puts "1 validation error detected: " in front of a ValidationException that may wear it; other
// errors pass. AWS: PutItem, UpdateItem and DeleteItem wear this envelope on request-validation
// errors, other operations do not.
ApiError enveloped(ApiError error);

// InternalServerError: our bug or our disk; AWS's own words for it.
ApiError internal_server_error();

}  // namespace stator::protocol::errors
