// Analysis: converts a syntax tree into the tree that is evaluated, and makes all semantic checks.
//
// Each function collects all faults of the expression in one Faults and returns the fault that
// DynamoDB would report.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/syntax/syntax_tree.hpp"
#include "protocol/expression/syntax/token_stream.hpp"

namespace stator::protocol::expression::analysis {

// Analyses a condition, filter or key condition. `tokens` gives its kind, and whether it has
// redundant parentheses.
Result<Condition> analyze_condition(
    const syntax::SyntaxNode& root, const syntax::TokenStream& tokens, ExpressionScope& scope
);

Result<UpdateExpression> analyze_update(
    const syntax::UpdateSyntax& update, const syntax::TokenStream& tokens, ExpressionScope& scope
);

Result<std::vector<values::DocumentPath>> analyze_projection(
    const std::vector<syntax::SyntaxNode>& paths, ExpressionScope& scope
);

// Checks the rules that apply only to a KeyConditionExpression. Precondition: analyze_condition()
// accepted the condition.
Result<std::vector<KeyCondition>> analyze_key_condition(
    const Condition& condition, const errors::Region& region
);

}  // namespace stator::protocol::expression::analysis
