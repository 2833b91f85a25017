// Parts that the operations on items share: shapes that several of them use, and the checks of how
// expression and legacy parameters may be combined.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
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
extern const wire::Shape kTimestamp;  // seconds since 1970, with decimals
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

// Returns those names in `names` that are members of the request, in the order of `names`.
std::vector<std::string_view> present_members(
    wire::JsonView request, std::initializer_list<std::string_view> names
);

// Error: "Can not use both expression and non-expression parameters …" if the request has members
// of both lists.
Result<void> check_mixing(
    wire::JsonView request,
    std::initializer_list<std::string_view> legacy,
    std::initializer_list<std::string_view> expressions
);

// Error: ExpressionAttributeNames without any of the expressions. For operations without expression
// attribute values.
Result<void> check_names_needed(
    wire::JsonView request, std::initializer_list<std::string_view> expressions
);

// Errors: ExpressionAttributeNames, then ExpressionAttributeValues, without any of the expressions
// that could use them. If only some of the expressions take values, `absent` lists those; the error
// names them.
Result<void> check_scope_needed(
    wire::JsonView request,
    std::initializer_list<std::string_view> expressions,
    std::initializer_list<std::string_view> absent
);

// Returns the boolean member; false if absent. Accepts strings such as "true".
bool boolean_member(wire::JsonView request, std::string_view name);

// Returns the string member; nullopt if absent.
std::optional<std::string_view> text_member(wire::JsonView request, std::string_view name);

// Returns the dialect whose shape the request on items is checked against: the older one if any
// AttributeValue in the request nests deeply. AWS: at least 63 levels. [case items/deep_requests]
values::Dialect dialect_of(wire::JsonView request);

// Returns true if a value of `attributes`, a map of AttributeValues, is nested at least `levels`
// levels deep. A scalar has one level.
bool nests_so_deep(wire::JsonView attributes, std::size_t levels);

}  // namespace stator::protocol::operations
