// The error that DynamoDB most often answers of each type, for whoever wants one without the
// situation that leads to it. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// AWS's own words, where a type has one message; otherwise what the API reference says of the type.
// Errors about throughput have one throttling reason that is left blank. A cancelled transaction
// has one reason, a conflict.
ApiError usual_error(ErrorType type);

// Why an action cancels its transaction, in the usual words: "ConditionalCheckFailed" and so on.
// Nothing for a code that DynamoDB does not give. "None" is one.
std::optional<CancellationReason> usual_cancellation_reason(std::string_view code);

}  // namespace stator::protocol::errors
