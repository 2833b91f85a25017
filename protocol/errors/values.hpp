// Messages about attribute values: numbers, sets, types, nesting, size.
//
// All are ValidationException. If the two generations of DynamoDB's request parser word an error
// differently, the function takes the dialect.
#pragma once

#include <span>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {

// `text`: the number as written. The message contains it if it is not numeric.
ApiError invalid_number(values::NumberFault fault, std::string_view text, values::Dialect dialect);
// A sum or a difference that DynamoDB's numbers cannot represent.
ApiError unrepresentable_sum(values::NumberFault fault);

inline constexpr Text<0> value_is_empty{
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ErrorType::ValidationException,
    ErrorCause::ValueForm};
inline constexpr Text<0> value_has_several_types{
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
    "supported datatypes",
    ErrorType::ValidationException,
    ErrorCause::ValueForm};
inline constexpr Text<0> null_must_be_true{
    "One or more parameter values were invalid: Null attribute value types must have the value of "
    "true",
    ErrorType::ValidationException,
    ErrorCause::ValueContent};
ApiError set_is_empty(values::AttributeType type);
ApiError set_has_null(values::AttributeType type);
// `members`: in the order in which the message prints them; text for SS, base64 for BS, ignored for
// NS.
ApiError set_has_duplicates(
    values::AttributeType type, std::span<const std::string_view> members, values::Dialect dialect
);
inline constexpr Text<0> empty_attribute_name{"Empty attribute name"};
inline constexpr Text<0> attribute_name_too_large{
    "Attribute name is too large, must be less than 65536 bytes"};
inline constexpr Text<0> nesting_too_deep{
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit",
    ErrorType::ValidationException,
    ErrorCause::NestingTooDeep};
inline constexpr Text<0> item_too_large{
    "Item size has exceeded the maximum allowed size",
    ErrorType::ValidationException,
    ErrorCause::ValueForm};
inline constexpr Text<0> updated_item_too_large{
    "Item size to update has exceeded the maximum allowed size"};

// AWS: the older request reader wraps errors about expression values in another message.
// [case Scan/expression_value_wrapping]
ApiError invalid_expression_value(
    ApiError error, std::string_view placeholder, values::Dialect dialect
);

}  // namespace stator::protocol::errors
