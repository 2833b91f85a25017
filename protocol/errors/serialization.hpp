// SerializationException: the request's JSON does not fit the operation's shape.
// AWS: the messages are Java's own. [case wire/serialization_of_scalars]
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// The body is not JSON, or not an object. This error has no message at all.
inline constexpr Text<0> not_a_request{"", ErrorType::SerializationException};
inline constexpr Text<2> cannot_convert{
    "{kind} cannot be converted to {target}", ErrorType::SerializationException};
inline constexpr Text<1> unrecognized_collection{
    "Unrecognized collection type class {java_class}", ErrorType::SerializationException};
// The same for one of DynamoDB's own classes.
ApiError unrecognized_class(std::string_view class_name);
inline constexpr Text<1> unrecognized_map{
    "Unrecognized collection type java.util.Map<java.lang.String, {value_class}>",
    ErrorType::SerializationException};
inline constexpr Text<0> unexpected_structure{
    "Start of structure or map found where not expected", ErrorType::SerializationException};
inline constexpr Text<0> unexpected_token{
    "Unexpected token received from parser", ErrorType::SerializationException};
ApiError unexpected_scalar(bool as_element);
inline constexpr Text<0> nested_list_cast{
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
    "java.lang.Class are in module java.base of loader 'bootstrap')",
    ErrorType::SerializationException};
inline constexpr Text<0> not_base64{
    "only base-64-encoded strings are convertible to bytes", ErrorType::SerializationException};
// What can be wrong with base64: its length, the last character before the padding, or another
// character.
ApiError base64_length(std::size_t length);
inline constexpr Text<0> base64_last_character{
    "Invalid last non-pad Base64 character dectected", ErrorType::SerializationException};
inline constexpr Text<1> base64_character{
    "Invalid base 64 character: '{offender}'", ErrorType::SerializationException};

}  // namespace stator::protocol::errors
