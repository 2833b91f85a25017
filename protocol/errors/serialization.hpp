// SerializationException: the request's JSON does not match the operation's shape. AWS: the
// messages are those of Java. [case wire/serialization_of_scalars]
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// The body is not JSON, or not an object. This error has no message.
inline constexpr Text<0> not_a_request{"", ErrorType::SerializationException};
inline constexpr Text<2> cannot_convert{
    "{kind} cannot be converted to {target}", ErrorType::SerializationException};
inline constexpr Text<1> unrecognized_collection{
    "Unrecognized collection type class {java_class}", ErrorType::SerializationException};
// Like cannot_convert, for a target that is one of DynamoDB's classes.
inline constexpr Text<1> unrecognized_class{
    "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.{class_name}",
    ErrorType::SerializationException};
inline constexpr Text<1> unrecognized_map{
    "Unrecognized collection type java.util.Map<java.lang.String, {value_class}>",
    ErrorType::SerializationException};
inline constexpr Text<0> unexpected_structure{
    "Start of structure or map found where not expected", ErrorType::SerializationException};
inline constexpr Text<0> unexpected_token{
    "Unexpected token received from parser", ErrorType::SerializationException};
inline constexpr Text<0> unexpected_scalar{
    "Unexpected field type", ErrorType::SerializationException};
inline constexpr Text<0> unexpected_element{
    "Unexpected value type in payload", ErrorType::SerializationException};
inline constexpr Text<0> nested_list_cast{
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
    "java.lang.Class are in module java.base of loader 'bootstrap')",
    ErrorType::SerializationException};
inline constexpr Text<0> not_base64{
    "only base-64-encoded strings are convertible to bytes", ErrorType::SerializationException};
// Errors in base64: the length, the last character before the padding, or another character.
inline constexpr Text<1> base64_length{
    "Base64 encoded length is expected a multiple of 4 bytes but found: {length}",
    ErrorType::SerializationException};
inline constexpr Text<0> base64_last_character{
    "Invalid last non-pad Base64 character dectected", ErrorType::SerializationException};
inline constexpr Text<1> base64_character{
    "Invalid base 64 character: '{offender}'", ErrorType::SerializationException};

}  // namespace stator::protocol::errors
