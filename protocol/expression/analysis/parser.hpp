// The expression languages: text to tree, with every static error that DynamoDB raises.
//
// Each function checks in DynamoDB's order: empty, size, syntax (with the operator count), then
// semantics. The messages carry "Invalid <Kind>: " but never the "1 validation error detected: "
// envelope; the operation adds that. Recursion is bounded, so 4,096 opening parentheses are an
// error like any other. `known` has the expressions that were parsed before; null parses the text
// anew. Thread-safe: the functions change only the scope and the expressions that they are given.
#pragma once

#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parsed_expressions.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::protocol::expression::analysis {

// kind: Condition, Filter or KeyCondition.
Result<Condition> parse_condition(
    std::string_view text,
    values::ExpressionKind kind,
    ExpressionScope& scope,
    ParsedExpressions* known = nullptr
);

Result<UpdateExpression> parse_update(
    std::string_view text, ExpressionScope& scope, ParsedExpressions* known = nullptr
);

Result<std::vector<values::DocumentPath>> parse_projection(
    std::string_view text, ExpressionScope& scope, ParsedExpressions* known = nullptr
);

// What a KeyConditionExpression, read by parse_condition(), asks of which key: the errors about
// conditions that no key can have. Meeting the key schema is left to the planner.
Result<std::vector<KeyCondition>> key_conditions_of(
    const Condition& condition, const errors::Region& region
);

}  // namespace stator::protocol::expression::analysis
