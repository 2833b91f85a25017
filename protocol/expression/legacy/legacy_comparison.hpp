// A ComparisonOperator with its values, as Expected, the filters and KeyConditions use it: the
// checks of the combination, and the condition it becomes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::legacy {

// AWS: CONTAINS in Expected rejects BOOL and NULL, elsewhere it takes them. [case legacy/contains]
enum class LegacyParameter : unsigned char { Expected, Filter, KeyConditions };

// The values of one entry, as sent. The shape has checked their JSON types.
using LegacyValues = std::vector<wire::JsonView>;

// The elements of an AttributeValueList.
LegacyValues values_of(wire::JsonView list);

// The datatype of an AttributeValue, or nothing when it has none or several.
std::optional<values::AttributeType> declared_type(wire::JsonView value);

// Checks operator and values together, then decodes the values. Errors, in DynamoDB's order:
// number of values, mixed types, types that the operator rejects, the values themselves, bounds.
Result<std::vector<Literal>> decode_comparison(
    std::string_view comparison,
    const LegacyValues& values,
    LegacyParameter parameter,
    values::Dialect dialect
);

Result<Literal> decode_legacy_literal(wire::JsonView value, values::Dialect dialect);

// A path that consists of this name alone; dots in it are part of the name.
values::DocumentPath literal_name(std::string_view name);

// The condition on the attribute that the comparison becomes.
Condition comparison_condition(
    std::string_view attribute, std::string_view comparison, std::vector<Literal> values
);

// The key operator for the comparison; NotIndexable when there is none.
KeyOperator comparison_key_operator(std::string_view comparison);

}  // namespace stator::protocol::expression::legacy
