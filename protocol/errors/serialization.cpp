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

ApiError not_a_request() {
    return serialization("");
}

ApiError cannot_convert(std::string_view kind, std::string_view target) {
    return serialization(std::string(kind).append(" cannot be converted to ").append(target));
}

ApiError unrecognized_collection(std::string_view java_class) {
    return serialization(std::string("Unrecognized collection type class ").append(java_class));
}

ApiError unrecognized_class(std::string_view class_name) {
    return unrecognized_collection(
        std::string("com.amazonaws.dynamodb.v20120810.").append(class_name)
    );
}

ApiError unrecognized_map(std::string_view value_class) {
    return serialization(std::string("Unrecognized collection type java.util.Map<java.lang.String, "
    )
                             .append(value_class)
                             .append(">"));
}

ApiError unexpected_structure() {
    return serialization("Start of structure or map found where not expected");
}

ApiError unexpected_token() {
    return serialization("Unexpected token received from parser");
}

ApiError unexpected_scalar(bool as_element) {
    return serialization(as_element ? "Unexpected value type in payload" : "Unexpected field type");
}

ApiError nested_list_cast() {
    return serialization(
        "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to "
        "class "
        "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
        "java.lang.Class are in module java.base of loader 'bootstrap')"
    );
}

ApiError not_base64() {
    return serialization("only base-64-encoded strings are convertible to bytes");
}

ApiError base64_length(std::size_t length) {
    return serialization(
        "Base64 encoded length is expected a multiple of 4 bytes but found: " +
        std::to_string(length)
    );
}

ApiError base64_last_character() {
    return serialization("Invalid last non-pad Base64 character dectected");
}

ApiError base64_character(std::string_view offender) {
    return serialization(std::string("Invalid base 64 character: '").append(offender).append("'"));
}

}  // namespace stator::protocol::errors
