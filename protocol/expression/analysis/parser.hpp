// The expression languages: text to tree, with every static error that DynamoDB raises.
//
// Each function checks in DynamoDB's order: empty, size, syntax (with the operator count), then
// semantics. The messages carry "Invalid <Kind>: " but never the "1 validation error detected: "
// envelope; the operation adds that. Recursion is bounded, so 4,096 opening parentheses are an
// error like any other. Thread-safe: besides the scope passed in, the only state is a SyntaxCache
// for each thread.
#pragma once

#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::protocol::expression::analysis {

// kind: Condition, Filter or KeyCondition.
Result<Condition> parse_condition(
    std::string_view text, values::ExpressionKind kind, ExpressionScope& scope
);

Result<UpdateExpression> parse_update(std::string_view text, ExpressionScope& scope);

Result<std::vector<values::DocumentPath>> parse_projection(
    std::string_view text, ExpressionScope& scope
);

// What a KeyConditionExpression, read by parse_condition(), asks of which key: the errors about
// conditions that no key can have. Meeting the key schema is left to the planner.
Result<std::vector<KeyCondition>> key_conditions_of(const Condition& condition);

}  // namespace stator::protocol::expression::analysis
