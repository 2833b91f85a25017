// The most common error of each type, for callers that need an error outside the situation that
// causes it, such as fault rules. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// Returns an error of that type. Its message is AWS's own if the type has a single message,
// otherwise the description in the API reference. Throughput errors have one blank throttling
// reason. A cancelled transaction has one reason, a conflict.
ApiError usual_error(ErrorType type);

// Returns the cancellation reason with that code ("ConditionalCheckFailed", for example) and its
// usual message. nullopt if DynamoDB does not use the code; it does use "None".
std::optional<CancellationReason> usual_cancellation_reason(std::string_view code);

}  // namespace stator::protocol::errors
