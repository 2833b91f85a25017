// SerializationException: the request's JSON does not fit the operation's shape.
// AWS: the messages are Java's own. [case wire/serialization_of_scalars]
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// The body is not JSON, or not an object. This error has no message at all.
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
// What can be wrong with base64: its length, the last character before the padding, or another
// character.
ApiError base64_length(std::size_t length);
ApiError base64_last_character();
ApiError base64_character(std::string_view offender);

}  // namespace stator::protocol::errors
