// Messages about the legacy parameters: Expected, filters, KeyConditions, AttributeUpdates and
// AttributesToGet. All are ValidationException, and none has the envelope.
#pragma once

#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline constexpr Text<0> conditional_operator_without_conditions{
    "ConditionalOperator cannot be used without Filter or Expected"};
inline constexpr Text<0> conditional_operator_needs_two{
    "ConditionalOperator can only be used when Filter or Expected has two or more elements"};

// Expected. `attribute`: the entry's name.
inline constexpr Text<1> value_and_value_list{
    "One or more parameter values were invalid: Value and AttributeValueList cannot be used "
    "together for Attribute: {attribute}"};
inline constexpr Text<1> exists_and_comparison{
    "One or more parameter values were invalid: Exists and ComparisonOperator cannot be used "
    "together for Attribute: {attribute}"};
inline constexpr Text<2> comparison_without_value{
    "One or more parameter values were invalid: Value or AttributeValueList must be used with "
    "ComparisonOperator: {comparison} for Attribute: {attribute}"};
inline constexpr Text<1> value_list_without_comparison{
    "One or more parameter values were invalid: AttributeValueList can only be used with a "
    "ComparisonOperator for Attribute: {attribute}"};
// `exists` is "null" or "true".
inline constexpr Text<2> value_required{
    "One or more parameter values were invalid: Value must be provided when Exists is {exists} for "
    "Attribute: {attribute}"};
inline constexpr Text<1> value_with_exists_false{
    "One or more parameter values were invalid: Value cannot be used when Exists is false for "
    "Attribute: {attribute}"};

// A ComparisonOperator and its values, in any parameter.
inline constexpr Text<1> comparison_argument_count{
    "One or more parameter values were invalid: Invalid number of argument(s) for the {comparison} "
    "ComparisonOperator"};
inline constexpr Text<0> comparison_mixed_types{
    "One or more parameter values were invalid: AttributeValues inside AttributeValueList must be "
    "of same type"};
inline constexpr Text<2> comparison_type{
    "One or more parameter values were invalid: ComparisonOperator {comparison} is not valid for "
    "{type} AttributeValue type"};
inline constexpr Text<0> comparison_bounds_reversed{
    "The BETWEEN condition was provided a range where the lower bound is greater than the upper "
    "bound"};

// AttributeUpdates.
inline constexpr Text<0> action_needs_value{
    "One or more parameter values were invalid: Only DELETE action is allowed when no attribute "
    "value is specified"};
inline constexpr Text<1> delete_action_type{
    "One or more parameter values were invalid: DELETE action with value is not supported for the "
    "type {type}"};
inline constexpr Text<1> add_action_type{
    "One or more parameter values were invalid: ADD action is not supported for the type {type}"};
// The stored attribute has a different type from the update's value.
inline constexpr Text<0> attribute_update_type_mismatch{"Type mismatch for attribute to update"};

// AttributesToGet.
inline constexpr Text<1> repeated_attribute_to_get{
    "One or more parameter values were invalid: Duplicate value in attribute name: {attribute}"};

}  // namespace stator::protocol::errors
