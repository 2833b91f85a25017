// What the operations on items have in common: shapes that several of them use, and the checks of
// how expression and legacy parameters are combined.
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

// The names in `names` that are members of the request, in the order of `names`.
std::vector<std::string_view> present_members(
    wire::JsonView request, std::initializer_list<std::string_view> names
);

// Error: "Can not use both expression and non-expression parameters …", when the request has
// members of both lists.
Result<void> check_mixing(
    wire::JsonView request,
    std::initializer_list<std::string_view> legacy,
    std::initializer_list<std::string_view> expressions
);

// Error: ExpressionAttributeNames without any of the expressions, for operations that take no
// values.
Result<void> check_names_needed(
    wire::JsonView request, std::initializer_list<std::string_view> expressions
);

// Errors: ExpressionAttributeNames, then ExpressionAttributeValues, without any of the expressions
// that could use them. `absent` lists the expressions that take values where some do not; the error
// names them.
Result<void> check_scope_needed(
    wire::JsonView request,
    std::initializer_list<std::string_view> expressions,
    std::initializer_list<std::string_view> absent
);

// The boolean member; false when absent. Text such as "true" is accepted.
bool boolean_member(wire::JsonView request, std::string_view name);

// The string member, or nothing when it is absent.
std::optional<std::string_view> text_member(wire::JsonView request, std::string_view name);

// The dialect in which the shape of a request on items is checked: the older one when any
// AttributeValue in it nests deeply. AWS: from 63 levels on. [case items/deep_requests]
values::Dialect dialect_of(wire::JsonView request);

// Whether a value of `attributes`, a map of AttributeValues, is nested that many levels deep or
// deeper; a scalar has one level.
bool nests_so_deep(wire::JsonView attributes, std::size_t levels);

}  // namespace stator::protocol::operations
