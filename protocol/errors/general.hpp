// Helpers for the messages of all subjects, and the error for internal failures of Stator.
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

// Returns the error "One or more parameter values were invalid: " followed by `text`.
ApiError invalid_parameter(std::string_view text);

// Returns "1 validation error detected: ", with the given count.
std::string violations_envelope(std::size_t count);

// Adds the prefix "1 validation error detected: " to the message of a ValidationException. Leaves
// errors of other types unchanged, and errors about a value's form or an item's size.
// [case PutItem/bare_errors] AWS: PutItem, UpdateItem and DeleteItem put this envelope around
// request-validation errors; other operations do not.
ApiError enveloped(ApiError error);

// `operations`: restores, exports or imports.
inline constexpr Text<2> too_many_at_once{
    "Subscriber limit exceeded: Only {most} {operations} operations can be done simultaneously",
    ErrorType::LimitExceededException};

// InternalServerError: a bug in Stator or a disk failure. The wording is AWS's own.
inline constexpr Text<0> internal_server_error{
    "The request processing has failed because of an unknown error, exception or failure.",
    ErrorType::InternalServerError};

}  // namespace stator::protocol::errors
