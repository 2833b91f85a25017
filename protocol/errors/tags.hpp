// Messages about tags and the ResourceArn of the operations on tags. ValidationException unless a
// comment names another type.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

inline constexpr Text<1> arn_without_prefix{
    "One or more parameter values were invalid: ARNs must start with 'arn:': {text}"};
inline constexpr Text<1> not_a_dynamodb_arn{
    "One or more parameter values were invalid: Provided Arn is not a DynamoDB resource arn: "
    "{arn}"};
inline constexpr Text<1> not_a_taggable_arn{
    "One or more parameter values were invalid: Invalid resource arn provided, only table or "
    "stream is accepted. Provided resource arn: {arn}"};
// The ARN is of another region, or its table name is invalid.
inline constexpr Text<1> malformed_resource_arn{
    "Invalid TableArn: Invalid ResourceArn provided as input {arn}"};
inline constexpr Worded<Message::ResourceArnNotFound, ErrorType::ResourceNotFoundException>
    resource_arn_not_found;

inline constexpr Text<0> no_tags{"Atleast one Tag needs to be provided as Input."};
inline constexpr Text<0> no_tag_keys{"Atleast one Tag Key needs to be provided as Input."};
// An absent key or value gets the same message as an invalid one, with "null" as its text.
inline constexpr Text<1> tag_key_invalid{"The Tag Key provided is invalid, Key: {key}"};
inline constexpr Text<1> tag_value_invalid{"The Tag Value provided is invalid, Value: {value}"};
inline constexpr Text<1> tag_key_reserved{"Tag Key cannot be prefixed with aws:, Key: {key}"};
inline constexpr Text<1> tag_key_duplicated{
    "Duplicate Tag Keys provided as input: Duplicate Tag Key found {key}"};
inline constexpr Text<0> too_many_tags{
    "Number of Tags exceed the current limit for the provided ResourceArn"};

}  // namespace stator::protocol::errors
