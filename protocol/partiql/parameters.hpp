// The Parameters of a statement.
#pragma once

#include <optional>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::partiql {

// Returns the values in order; empty if `json` is absent. Precondition: the JSON types have been
// checked. Errors: the first in document order. Nesting is checked on the way down, so a value that
// nests too deeply is reported before the errors inside it. AWS:
// [case ExecuteStatement/parameter_fault_order]
Result<std::vector<values::AttributeValue>> decode_parameters(std::optional<wire::JsonView> json);

}  // namespace stator::protocol::partiql
