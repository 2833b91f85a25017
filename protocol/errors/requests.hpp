// Messages about how a request's parameters go together.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

ApiError mixed_parameters(
    std::span<const std::string_view> legacy, std::span<const std::string_view> expressions
);
inline constexpr Text<0> names_without_expression{
    "ExpressionAttributeNames can only be specified when using expressions"};
// `absent`: the expressions that the message lists as missing; some operations list none.
ApiError values_without_expression(std::span<const std::string_view> absent);

}  // namespace stator::protocol::errors
