// A ComparisonOperator with its values, as Expected, filters and KeyConditions share it: the checks
// of the combination, and the condition it means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::legacy {

// AWS: CONTAINS in Expected refuses BOOL and NULL, elsewhere it takes them. [case legacy/contains]
enum class LegacyParameter : unsigned char { Expected, Filter, KeyConditions };

// The values of one entry, as sent; the shape vouches for the JSON types.
using LegacyValues = std::vector<wire::JsonView>;

// The elements of an AttributeValueList.
LegacyValues values_of(wire::JsonView list);

// The datatype of an AttributeValue, or nothing when it holds none or several.
std::optional<values::AttributeType> declared_type(wire::JsonView value);

// Checks operator and values together, then decodes the values. Errors, in DynamoDB's order:
// number of values, mixed types, types the operator refuses, the values themselves, bounds.
Result<std::vector<Literal>> decode_comparison(
    std::string_view comparison,
    const LegacyValues& values,
    LegacyParameter parameter,
    values::Dialect dialect
);

Result<Literal> decode_legacy_literal(wire::JsonView value, values::Dialect dialect);

// A path that is just this name, dots and all.
values::DocumentPath literal_name(std::string_view name);

// What the comparison means for the attribute.
Condition comparison_condition(
    std::string_view attribute, std::string_view comparison, std::vector<Literal> values
);

// What the comparison means for a key; NotIndexable where it means nothing.
KeyOperator comparison_key_operator(std::string_view comparison);

}  // namespace stator::protocol::expression::legacy
