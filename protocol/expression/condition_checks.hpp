// Checks of one comparison or function call with resolved operands: distinct operands, operand
// types, type names, bounds. Pure functions. Each returns the first error in text order, or
// nullopt.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::protocol::expression {

// The name that messages use for the condition's operation: "<", "BETWEEN", "begins_with".
std::string_view operation_name(const Condition& condition);

// Error: the first operand is a path, and another operand is the same path.
std::optional<ApiError> check_distinct(values::ExpressionKind kind, const Condition& condition);

// Checks operand types, paths where they are required, type names, and the bounds of BETWEEN.
std::optional<ApiError> check_operands(values::ExpressionKind kind, const Condition& condition);

// Checks the argument of size().
std::optional<ApiError> check_size_argument(values::ExpressionKind kind, const Operand& argument);

}  // namespace stator::protocol::expression
