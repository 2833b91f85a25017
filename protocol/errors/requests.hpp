// Messages about combinations of a request's parameters.
#pragma once

#include <span>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline constexpr Text<2> mixed_parameters{
    "Can not use both expression and non-expression parameters in the same request: Non-expression "
    "parameters: {{legacy}} Expression parameters: {{expressions}}"};
inline constexpr Text<0> names_without_expression{
    "ExpressionAttributeNames can only be specified when using expressions"};
// `absent`: the expressions that the message lists as missing. Empty for some operations.
ApiError values_without_expression(std::span<const std::string_view> absent);

}  // namespace stator::protocol::errors
