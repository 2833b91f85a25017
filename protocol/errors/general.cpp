#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError validation(std::string message) {
    ApiError error;
    error.type = ErrorType::ValidationException;
    error.message = std::move(message);
    return error;
}

ApiError enveloped(ApiError error) {
    if (error.type == ErrorType::ValidationException && !error.never_enveloped) {
        error.message.insert(0, "1 validation error detected: ");
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
