// Messages about how a request's parameters go together.
#pragma once

#include <span>
#include <string_view>

#include "protocol/errors/api_error.hpp"

namespace stator::protocol::errors {

ApiError mixed_parameters(
    std::span<const std::string_view> legacy, std::span<const std::string_view> expressions
);
ApiError names_without_expression();
// `absent` says which expressions are missing, e.g. "FilterExpression is null"; "" for nothing.
ApiError values_without_expression(std::string_view absent);
// "Value '' at 'TableName' …" alone. AWS: an empty TableName suppresses every other check.
ApiError empty_table_name();

}  // namespace stator::protocol::errors
