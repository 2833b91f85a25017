// Helpers for the messages of all subjects, and the error for Stator's own failures.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline ApiError validation(std::string message) {
    return {ErrorType::ValidationException, std::move(message)};
}

// "One or more parameter values were invalid: " and the text.
ApiError invalid_parameter(std::string_view text);

// "1 validation error detected: ", and so on for more.
std::string violations_envelope(std::size_t count);

// Puts "1 validation error detected: " in front of the message of a ValidationException. Errors of
// other types stay as they are, and so do those about a value's form or an item's size.
// [case PutItem/bare_errors]
// AWS: PutItem, UpdateItem and DeleteItem put this envelope around request-validation errors; other
// operations do not.
ApiError enveloped(ApiError error);

// Restores, exports or imports: `operations` is the kind of them.
inline constexpr Text<2> too_many_at_once{
    "Subscriber limit exceeded: Only {most} {operations} operations can be done simultaneously",
    ErrorType::LimitExceededException};

// InternalServerError: Stator has a bug or its disk failed. The wording is AWS's own.
inline constexpr Text<0> internal_server_error{
    "The request processing has failed because of an unknown error, exception or failure.",
    ErrorType::InternalServerError};

}  // namespace stator::protocol::errors
