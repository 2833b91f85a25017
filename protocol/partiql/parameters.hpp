// The Parameters of a statement.
#pragma once

#include <optional>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::partiql {

// The values, in order; none when the member is absent. The JSON types must have been checked.
// Errors: the first in document order; nesting counts on the way down, so a value's depth is
// reported before what is wrong below it.
// AWS: [case ExecuteStatement/parameter_fault_order]
Result<std::vector<values::AttributeValue>> decode_parameters(std::optional<wire::JsonView> json);

}  // namespace stator::protocol::partiql
