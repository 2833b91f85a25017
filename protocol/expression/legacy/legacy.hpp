// Lowers the legacy parameters to expression trees: Expected, QueryFilter, ScanFilter,
// KeyConditions, AttributeUpdates, AttributesToGet. The shape must have checked the JSON types.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::legacy {

// Expected plus ConditionalOperator; nothing when there is no condition. `Expected` entries are
// checked one by one in request order.
Result<std::optional<Condition>> decode_expected(
    std::optional<wire::JsonView> expected,
    std::optional<std::string_view> conditional_operator,
    values::Dialect dialect
);

// QueryFilter or ScanFilter plus ConditionalOperator.
Result<std::optional<Condition>> decode_legacy_filter(
    std::optional<wire::JsonView> filter,
    std::optional<std::string_view> conditional_operator,
    values::Dialect dialect
);

// KeyConditions.
Result<std::vector<KeyCondition>> decode_key_conditions(
    wire::JsonView key_conditions, values::Dialect dialect
);

// AttributeUpdates. An empty map is an update without actions.
Result<UpdateExpression> decode_attribute_updates(
    wire::JsonView attribute_updates, values::Dialect dialect
);

// AttributesToGet: top-level names, refused when repeated.
Result<std::vector<values::DocumentPath>> decode_attributes_to_get(wire::JsonView names);

}  // namespace stator::protocol::expression::legacy
