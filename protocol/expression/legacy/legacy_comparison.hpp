// A ComparisonOperator with its values, in Expected, filters and KeyConditions: the checks of the
// combination, and the resulting condition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::legacy {

// AWS: CONTAINS in Expected rejects BOOL and NULL; the other parameters accept them.
// [case legacy/contains]
enum class LegacyParameter : unsigned char { Expected, Filter, KeyConditions };

// The values of one entry, as sent. The shape check has validated their JSON types.
using LegacyValues = std::vector<wire::JsonView>;

// The elements of an AttributeValueList.
LegacyValues values_of(wire::JsonView list);

// Returns the datatype of an AttributeValue; nullopt if it has no datatype or several.
std::optional<values::AttributeType> declared_type(wire::JsonView value);

// Checks operator and values together, then decodes the values. Errors, in DynamoDB's order: number
// of values, mixed types, types that the operator rejects, the values themselves, bounds.
Result<std::vector<Literal>> decode_comparison(
    std::string_view comparison,
    const LegacyValues& values,
    LegacyParameter parameter,
    values::Dialect dialect
);

Result<Literal> decode_legacy_literal(wire::JsonView value, values::Dialect dialect);

// Returns a path that consists only of this name. Dots are part of the name.
values::DocumentPath literal_name(std::string_view name);

// Returns the condition for a comparison of the attribute.
Condition comparison_condition(
    std::string_view attribute, std::string_view comparison, std::vector<Literal> values
);

// Returns the key operator for the comparison; NotIndexable if there is none.
KeyOperator comparison_key_operator(std::string_view comparison);

}  // namespace stator::protocol::expression::legacy
