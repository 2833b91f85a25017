#include "protocol/errors/query.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

ApiError bad_filter_operator() {
    return validation(
        std::string("Failed to satisfy constraint: Member must satisfy enum value set: ")
            .append(worded<Message::ConditionalOperatorChoices>(values::Dialect::Current))
    );
}

ApiError bad_start_key_value(const ApiError& error) {
    const bool is_wrapped =
        error.cause == ErrorCause::ValueForm || error.cause == ErrorCause::ValueContent;
    if (!is_wrapped) return validation(error.message);
    return validation("The provided starting key is invalid: " + error.message);
}

}  // namespace stator::protocol::errors
