// Converts the legacy parameters to expression trees: Expected, QueryFilter, ScanFilter,
// KeyConditions, AttributeUpdates, AttributesToGet. Precondition: the shape check has validated the
// JSON types.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::legacy {

// Decodes Expected and ConditionalOperator; nullopt if there is no condition. Checks the entries of
// `Expected` one by one, in request order.
Result<std::optional<Condition>> decode_expected(
    std::optional<wire::JsonView> expected,
    std::optional<std::string_view> conditional_operator,
    values::Dialect dialect
);

// Decodes QueryFilter or ScanFilter, and ConditionalOperator.
Result<std::optional<Condition>> decode_legacy_filter(
    std::optional<wire::JsonView> filter,
    std::optional<std::string_view> conditional_operator,
    values::Dialect dialect
);

// Decodes KeyConditions.
Result<std::vector<KeyCondition>> decode_key_conditions(
    wire::JsonView key_conditions, values::Dialect dialect
);

// Decodes AttributeUpdates. An empty map becomes an update without actions.
Result<UpdateExpression> decode_attribute_updates(
    wire::JsonView attribute_updates, values::Dialect dialect
);

// Decodes AttributesToGet, which contains top-level names. Error: a name is repeated.
Result<std::vector<values::DocumentPath>> decode_attributes_to_get(wire::JsonView names);

}  // namespace stator::protocol::expression::legacy
