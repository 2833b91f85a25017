// Converts SET and REMOVE clauses to the same updates as update expressions.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/partiql/operands.hpp"
#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {

// `SET a = set_add(a, …)` becomes ADD; set_delete becomes DELETE.
// Errors, the first in text order: literals, operands, functions; then colliding targets.
Result<expression::UpdateExpression> lower_update(
    const std::vector<AssignmentSyntax>& assignments, Operands& operands
);

}  // namespace stator::protocol::partiql
