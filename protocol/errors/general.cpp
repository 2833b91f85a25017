#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError validation(std::string message) {
    ApiError error;
    error.type = ErrorType::ValidationException;
    error.message = std::move(message);
    return error;
}

ApiError invalid_parameter(std::string_view text) {
    return validation(std::string(kInvalidParameter).append(text));
}

ApiError invalid_request(std::string_view text) {
    return validation(std::string("Invalid Request: ").append(text));
}

std::string violations_envelope(std::size_t count) {
    const std::string_view noun = count == 1 ? " validation error" : " validation errors";
    return std::to_string(count).append(noun).append(" detected: ");
}

ApiError enveloped(ApiError error) {
    const bool is_bare =
        error.cause == ErrorCause::ValueForm || error.cause == ErrorCause::ItemSize;
    if (error.type == ErrorType::ValidationException && !is_bare) {
        error.message.insert(0, violations_envelope(1));
    }
    return error;
}

ApiError internal_server_error() {
    ApiError error;
    error.type = ErrorType::InternalServerError;
    error.message =
        "The request processing has failed because of an unknown error, exception or failure.";
    return error;
}

}  // namespace stator::protocol::errors
