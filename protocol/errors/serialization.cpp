#include "protocol/errors/serialization.hpp"

#include <string>

namespace stator::protocol::errors {
namespace {

ApiError serialization(std::string message) {
    ApiError error;
    error.type = ErrorType::SerializationException;
    error.message = std::move(message);
    return error;
}

}  // namespace

ApiError unrecognized_class(std::string_view class_name) {
    return unrecognized_collection(
        std::string("com.amazonaws.dynamodb.v20120810.").append(class_name)
    );
}

ApiError unexpected_scalar(bool as_element) {
    return serialization(as_element ? "Unexpected value type in payload" : "Unexpected field type");
}

ApiError base64_length(std::size_t length) {
    return serialization(
        "Base64 encoded length is expected a multiple of 4 bytes but found: " +
        std::to_string(length)
    );
}

}  // namespace stator::protocol::errors
