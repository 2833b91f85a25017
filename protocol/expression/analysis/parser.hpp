// The expression languages: converts text to a tree, and reports all static errors that DynamoDB
// reports.
//
// Each function checks in DynamoDB's order: empty, size, syntax (with the operator count), then
// semantics. The messages contain "Invalid <Kind>: ", but not the envelope "1 validation error
// detected: ", which the operation adds. Recursion is bounded, so 4,096 opening parentheses cause
// an ordinary error. `known` is a cache of parsed expressions; null: the text is always parsed.
// Thread-safe: the functions modify only their arguments `scope` and `known`.
#pragma once

#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parsed_expressions.hpp"
#include "protocol/expression/ast.hpp"

namespace stator::protocol::expression::analysis {

// `kind`: Condition, Filter or KeyCondition.
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

// Returns the conditions of a KeyConditionExpression, which parse_condition() has parsed. Errors:
// conditions that no key can have. The planner checks them against the key schema.
Result<std::vector<KeyCondition>> key_conditions_of(
    const Condition& condition, const errors::Region& region
);

}  // namespace stator::protocol::expression::analysis
