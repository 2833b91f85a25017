// Messages about the legacy parameters: Expected, filters, KeyConditions, AttributeUpdates and
// AttributesToGet. All are ValidationException and none carries the envelope.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::errors {

ApiError conditional_operator_without_conditions();
ApiError conditional_operator_needs_two();

// Expected. `attribute` is the entry's name.
ApiError value_and_value_list(std::string_view attribute);
ApiError exists_and_comparison(std::string_view attribute);
ApiError comparison_without_value(std::string_view comparison, std::string_view attribute);
ApiError value_list_without_comparison(std::string_view attribute);
// `exists` is "null" or "true".
ApiError value_required(std::string_view exists, std::string_view attribute);
ApiError value_with_exists_false(std::string_view attribute);

// A ComparisonOperator and its values, wherever it stands.
ApiError comparison_argument_count(std::string_view comparison);
ApiError comparison_mixed_types();
ApiError comparison_type(std::string_view comparison, values::AttributeType type);
ApiError comparison_bounds_reversed();

// AttributeUpdates.
ApiError action_needs_value();
ApiError delete_action_type(values::AttributeType type);
ApiError add_action_type(values::AttributeType type);
// The stored attribute has another type than the update's value.
ApiError attribute_update_type_mismatch();

// AttributesToGet.
ApiError repeated_attribute_to_get(std::string_view attribute);

}  // namespace stator::protocol::errors
