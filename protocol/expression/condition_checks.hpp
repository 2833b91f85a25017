// The checks of one comparison or function call whose operands are known: distinct operands,
// operand types, type names, bounds. Pure functions; the first fault in text order, or nothing.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::protocol::expression {

// The name that messages use for the condition's operation: "<", "BETWEEN", "begins_with".
std::string_view operation_name(const Condition& condition);

// Error: the first operand is a path that stands as another operand too.
std::optional<ApiError> check_distinct(values::ExpressionKind kind, const Condition& condition);

// Operand types, paths where they are required, type names, and the bounds of BETWEEN.
std::optional<ApiError> check_operands(values::ExpressionKind kind, const Condition& condition);

// The argument of size().
std::optional<ApiError> check_size_argument(values::ExpressionKind kind, const Operand& argument);

}  // namespace stator::protocol::expression
