// SerializationException: the request's JSON does not fit the operation's shape.
// AWS: Java's own words. [case wire/serialization]
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"

namespace stator::protocol {

// AWS: true/1/yes and false/0/no in any case pass for a Boolean. [case wire/boolean_text]
std::optional<bool> boolean_from_text(std::string_view text);

// Checks alphabet, length and padding of base64 text; SerializationException otherwise.
Result<void> check_base64(std::string_view text);

namespace errors {

// No message at all: not JSON, or not an object.
ApiError not_a_request();
ApiError cannot_convert(std::string_view kind, std::string_view target);
ApiError unrecognized_collection(std::string_view java_class);
// The same for one of DynamoDB's own classes.
ApiError unrecognized_class(std::string_view class_name);
ApiError unrecognized_map(std::string_view value_class);
ApiError unexpected_structure();
ApiError unexpected_token();
ApiError unexpected_scalar(bool as_element);
ApiError nested_list_cast();
ApiError not_base64();

}  // namespace errors
}  // namespace stator::protocol
