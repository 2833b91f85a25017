// The most common error of each type, for callers that need one without the situation that leads to
// it, such as faults. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// The message is AWS's own where a type has a single message, otherwise what the API reference says
// about the type. Errors about throughput have one blank throttling reason. A cancelled transaction
// has one reason, a conflict.
ApiError usual_error(ErrorType type);

// The cancellation reason with that code ("ConditionalCheckFailed" and so on) and its usual
// message. Nothing for a code that DynamoDB does not use; "None" is a code that it does use.
std::optional<CancellationReason> usual_cancellation_reason(std::string_view code);

}  // namespace stator::protocol::errors
