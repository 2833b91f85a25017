// What the operations on items have in common: shapes shared by several, and the checks on how
// expression and legacy parameters go together.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/values/dialect.hpp"
#include "protocol/values/return_values.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations {

namespace shapes {

extern const wire::Shape kText;
extern const wire::Shape kBoolean;
extern const wire::Shape kAttributeValue;
extern const wire::Shape kAttributeMap;  // name → AttributeValue
extern const wire::Shape kNames;         // placeholder → name
extern const wire::Shape kCapacityReport;
extern const wire::Shape kClientRequestToken;
extern const wire::Shape kCollectionMetrics;
extern const wire::Shape kConditionFailure;
extern const wire::Shape kTableNameOrArn;  // 3..255 and the pattern, or an ARN
extern const wire::Shape kItemTableName;   // 1..255 and the pattern, or an ARN
extern const wire::Shape kAttributesToGet;
extern const wire::Shape kConditionalOperator;
extern const wire::Shape kExpectedMap;
extern const wire::Shape kConditionMap;  // KeyConditions, QueryFilter, ScanFilter

}  // namespace shapes

// The members of `names` that the request has, in that order.
std::vector<std::string_view> present_members(
    wire::JsonView request, std::initializer_list<std::string_view> names
);

// Error: the "Can not use both expression and non-expression parameters …" one, when both lists
// have a present member.
Result<void> check_mixing(
    wire::JsonView request,
    std::initializer_list<std::string_view> legacy,
    std::initializer_list<std::string_view> expressions
);

// Errors: names, then values, without any expression that could use them. `absent` is the suffix
// of the latter for operations that have one.
Result<void> check_scope_needed(
    wire::JsonView request,
    std::initializer_list<std::string_view> expressions,
    std::initializer_list<std::string_view> absent
);

// The boolean member, false when absent. Text such as "true" passes.
bool boolean_member(wire::JsonView request, std::string_view name);

// The string member as an optional.
std::optional<std::string_view> text_member(wire::JsonView request, std::string_view name);

// The dialect that judges the shape of a request on items: the older one when any AttributeValue
// in it nests deeply. AWS: from 63 levels on. [case items/deep_requests]
values::Dialect dialect_of(wire::JsonView request);

// Whether a value of `attributes`, a map of AttributeValues, is nested that many levels deep or
// deeper; a scalar has one level.
bool nests_so_deep(wire::JsonView attributes, std::size_t levels);

}  // namespace stator::protocol::operations
