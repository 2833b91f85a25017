// Analysis: from a syntax tree to the tree that is evaluated, with every semantic check.
//
// Each function reports all faults of the expression to one Faults and answers with DynamoDB's
// choice among them.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/syntax/syntax_tree.hpp"
#include "protocol/expression/syntax/token_stream.hpp"

namespace stator::protocol::expression::analysis {

// A condition, filter or key condition; `tokens` tells which, and about its parentheses.
Result<Condition> analyze_condition(
    const syntax::SyntaxNode& root, const syntax::TokenStream& tokens, ExpressionScope& scope
);

Result<UpdateExpression> analyze_update(
    const syntax::UpdateSyntax& update, const syntax::TokenStream& tokens, ExpressionScope& scope
);

Result<std::vector<values::DocumentPath>> analyze_projection(
    const std::vector<syntax::SyntaxNode>& paths, ExpressionScope& scope
);

// The rules that only a KeyConditionExpression has, on a condition that is sound otherwise.
Result<std::vector<KeyCondition>> analyze_key_condition(const Condition& condition);

}  // namespace stator::protocol::expression::analysis
