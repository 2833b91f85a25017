// Converts WHERE clauses to the same conditions as expressions.
#pragma once

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/partiql/operands.hpp"
#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {

// Returns true for nodes whose result is true or false: comparisons, AND, IN, functions other than
// size(), and so on.
bool is_condition(const SyntaxNode& node);

// Errors, the first in text order: literals, operands and functions as in a condition expression;
// functions and operators that are not allowed in a WHERE clause.
Result<expression::Condition> lower_condition(const SyntaxNode& node, Operands& operands);

}  // namespace stator::protocol::partiql
