#include "protocol/expression/legacy/legacy_comparison.hpp"

#include <array>

#include "protocol/errors/legacy.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::expression::legacy {
namespace {

// The types of values that an operator accepts.
enum class Accepts : unsigned char { Everything, Ordered, Contained, Prefixes, Nothing };

// One row for each ComparisonOperator.
struct ComparisonRule {
    std::string_view name;
    std::size_t values_min;
    std::size_t values_max;
    Accepts accepts;
    ConditionKind condition;
    Comparator comparator = Comparator::Equal;
};

constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

constexpr std::array<ComparisonRule, 13> kRules = {{
    {"EQ", 1, 1, Accepts::Everything, ConditionKind::Compare, Comparator::Equal},
    {"NE", 1, 1, Accepts::Everything, ConditionKind::Compare, Comparator::NotEqual},
    {"LE", 1, 1, Accepts::Ordered, ConditionKind::Compare, Comparator::LessOrEqual},
    {"LT", 1, 1, Accepts::Ordered, ConditionKind::Compare, Comparator::Less},
    {"GE", 1, 1, Accepts::Ordered, ConditionKind::Compare, Comparator::GreaterOrEqual},
    {"GT", 1, 1, Accepts::Ordered, ConditionKind::Compare, Comparator::Greater},
    {"BETWEEN", 2, 2, Accepts::Ordered, ConditionKind::Between},
    {"IN", 1, kAnyNumber, Accepts::Ordered, ConditionKind::In},
    {"CONTAINS", 1, 1, Accepts::Contained, ConditionKind::Contains},
    {"NOT_CONTAINS", 1, 1, Accepts::Contained, ConditionKind::NotContains},
    {"BEGINS_WITH", 1, 1, Accepts::Prefixes, ConditionKind::BeginsWith},
    {"NULL", 0, 0, Accepts::Nothing, ConditionKind::AttributeNotExists},
    {"NOT_NULL", 0, 0, Accepts::Nothing, ConditionKind::AttributeExists},
}};

// The shape check admits no other names; EQ is a fallback.
const ComparisonRule& rule_of(std::string_view comparison) {
    for (const ComparisonRule& rule : kRules) {
        if (rule.name == comparison) return rule;
    }
    return kRules.front();
}

bool accepts(Accepts accepted, values::AttributeType type, LegacyParameter parameter) {
    switch (accepted) {
        case Accepts::Everything: return true;
        case Accepts::Ordered: return values::is_scalar_key(type);
        case Accepts::Contained:
            if (values::is_scalar_key(type)) return true;
            return parameter != LegacyParameter::Expected &&
                   (type == values::AttributeType::Boolean || type == values::AttributeType::Null);
        case Accepts::Prefixes:
            return type == values::AttributeType::String || type == values::AttributeType::Binary;
        case Accepts::Nothing: return false;
    }
    return false;
}

Result<void> check_types(
    const ComparisonRule& rule, const LegacyValues& values, LegacyParameter parameter
) {
    std::vector<values::AttributeType> types;
    for (const wire::JsonView value : values) {
        if (const auto type = declared_type(value)) types.push_back(*type);
    }
    for (const values::AttributeType type : types) {
        if (type != types.front()) return errors::comparison_mixed_types();
    }
    for (const values::AttributeType type : types) {
        if (!accepts(rule.accepts, type, parameter)) {
            return errors::comparison_type(rule.name, type);
        }
    }
    return {};
}

Result<std::vector<Literal>> decode_literals(const LegacyValues& values, values::Dialect dialect) {
    std::vector<Literal> literals;
    literals.reserve(values.size());
    for (const wire::JsonView value : values) {
        STATOR_TRY(Literal literal, decode_legacy_literal(value, dialect));
        literals.push_back(std::move(literal));
    }
    return literals;
}

}  // namespace

LegacyValues values_of(wire::JsonView list) {
    LegacyValues values;
    values.reserve(list.size());
    for (const auto& element : list.elements()) values.emplace_back(element);
    return values;
}

std::optional<values::AttributeType> declared_type(wire::JsonView value) {
    constexpr std::array kTypes = {
        values::AttributeType::String,
        values::AttributeType::Number,
        values::AttributeType::Binary,
        values::AttributeType::StringSet,
        values::AttributeType::NumberSet,
        values::AttributeType::BinarySet,
        values::AttributeType::List,
        values::AttributeType::Map,
        values::AttributeType::Null,
        values::AttributeType::Boolean,
    };
    if (!value.is_object()) return std::nullopt;
    std::optional<values::AttributeType> declared;
    for (const values::AttributeType type : kTypes) {
        if (!value.find(values::type_name(type))) continue;
        if (declared) return std::nullopt;
        declared = type;
    }
    return declared;
}

Result<Literal> decode_legacy_literal(wire::JsonView value, values::Dialect dialect) {
    Literal literal;
    if (value.is_null()) return errors::value_is_empty();
    STATOR_CHECK(wire::decode_attribute_value(value, dialect, literal.value.buffer()));
    return literal;
}

Result<std::vector<Literal>> decode_comparison(
    std::string_view comparison,
    const LegacyValues& values,
    LegacyParameter parameter,
    values::Dialect dialect
) {
    const ComparisonRule& rule = rule_of(comparison);
    std::vector<Literal> literals;
    // AWS: except in Expected, the contents of values are checked before their number.
    // [case Query/legacy_value_order]
    if (parameter != LegacyParameter::Expected) {
        STATOR_TRY(literals, decode_literals(values, dialect));
    }
    if (values.size() < rule.values_min || values.size() > rule.values_max) {
        return errors::comparison_argument_count(comparison);
    }
    STATOR_CHECK(check_types(rule, values, parameter));
    if (parameter == LegacyParameter::Expected) {
        STATOR_TRY(literals, decode_literals(values, dialect));
    }
    if (rule.condition != ConditionKind::Between) return literals;
    if (values::compare_scalars(literals[0].view().scalar(), literals[1].view().scalar()) > 0) {
        return errors::comparison_bounds_reversed();
    }
    return literals;
}

values::DocumentPath literal_name(std::string_view name) {
    values::DocumentPath path;
    path.elements.emplace_back(std::string(name));
    return path;
}

Condition comparison_condition(
    std::string_view attribute, std::string_view comparison, std::vector<Literal> values
) {
    const ComparisonRule& rule = rule_of(comparison);
    Condition condition{.kind = rule.condition, .comparator = rule.comparator};
    condition.operands.reserve(1 + values.size());
    condition.operands.emplace_back(literal_name(attribute));
    for (Literal& value : values) condition.operands.emplace_back(std::move(value));
    return condition;
}

KeyOperator comparison_key_operator(std::string_view comparison) {
    const ComparisonRule& rule = rule_of(comparison);
    return key_operator(rule.condition, rule.comparator).value_or(KeyOperator::NotIndexable);
}

}  // namespace stator::protocol::expression::legacy
