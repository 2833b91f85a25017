#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

ApiError invalid_parameter(std::string_view text) {
    return validation(std::string("One or more parameter values were invalid: ").append(text));
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

}  // namespace stator::protocol::errors
