#include "protocol/expression/legacy/legacy.hpp"

#include "protocol/errors/legacy.hpp"
#include "protocol/errors/query.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/expression/legacy/legacy_comparison.hpp"
#include "protocol/expression/legacy/legacy_entries.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::expression::legacy {
namespace {

// One entry of Expected with its members.
struct ExpectedEntry {
    std::string_view attribute;
    std::optional<wire::JsonView> value;
    std::optional<wire::JsonView> list;
    std::optional<bool> exists;
    std::string_view comparison;
};

ExpectedEntry expected_entry(std::string_view attribute, wire::JsonView json) {
    ExpectedEntry entry{
        .attribute = attribute,
        .value = json.find("Value"),
        .list = json.find("AttributeValueList"),
        .exists = {},
        .comparison = json.string_or_empty("ComparisonOperator"),
    };
    if (const auto exists = json.find("Exists")) {
        entry.exists =
            exists->is_boolean() ? exists->boolean() : wire::boolean_from_text(exists->string());
    }
    return entry;
}

// Decodes an entry that has a ComparisonOperator.
Result<Condition> decode_expected_comparison(const ExpectedEntry& entry, values::Dialect dialect) {
    if (entry.exists) return errors::exists_and_comparison(entry.attribute);
    const bool takes_none = entry.comparison == "NULL" || entry.comparison == "NOT_NULL";
    if (!entry.value && !entry.list && !takes_none) {
        return errors::comparison_without_value(entry.comparison, entry.attribute);
    }
    LegacyValues values;
    if (entry.value) values.push_back(*entry.value);
    if (entry.list) values = values_of(*entry.list);
    STATOR_TRY(
        auto literals,
        decode_comparison(entry.comparison, values, LegacyParameter::Expected, dialect)
    );
    return comparison_condition(entry.attribute, entry.comparison, std::move(literals));
}

// Decodes an entry that has only Value and Exists.
Result<Condition> decode_expected_value(const ExpectedEntry& entry, values::Dialect dialect) {
    if (entry.list) return errors::value_list_without_comparison(entry.attribute);
    if (entry.exists == false) {
        if (entry.value) return errors::value_with_exists_false(entry.attribute);
        return comparison_condition(entry.attribute, "NULL", {});
    }
    if (!entry.value) {
        return errors::value_required(entry.exists ? "true" : "null", entry.attribute);
    }
    STATOR_TRY(Literal literal, decode_legacy_literal(*entry.value, dialect));
    std::vector<Literal> literals;
    literals.push_back(std::move(literal));
    return comparison_condition(entry.attribute, "EQ", std::move(literals));
}

Result<Condition> decode_expected_entry(const ExpectedEntry& entry, values::Dialect dialect) {
    if (entry.value && entry.list) return errors::value_and_value_list(entry.attribute);
    if (!entry.comparison.empty()) return decode_expected_comparison(entry, dialect);
    return decode_expected_value(entry, dialect);
}

// Joins the conditions with the ConditionalOperator, or with AND if it is not OR.
std::optional<Condition> combined(
    std::vector<Condition> conditions, std::optional<std::string_view> conditional_operator
) {
    if (conditions.empty()) return std::nullopt;
    if (conditions.size() == 1) return std::move(conditions.front());
    const auto kind = conditional_operator == "OR" ? ConditionKind::Or : ConditionKind::And;
    Condition all{.kind = kind};
    all.children = std::move(conditions);
    return all;
}

// Decodes ComparisonOperator and AttributeValueList of an entry of a filter or of KeyConditions.
Result<std::vector<Literal>> decode_list(
    wire::JsonView entry, LegacyParameter parameter, values::Dialect dialect
) {
    const auto list = entry.find("AttributeValueList");
    const LegacyValues values = list ? values_of(*list) : LegacyValues();
    return decode_comparison(
        entry.string_or_empty("ComparisonOperator"), values, parameter, dialect
    );
}

}  // namespace

Result<std::optional<Condition>> decode_expected(
    std::optional<wire::JsonView> expected,
    std::optional<std::string_view> conditional_operator,
    values::Dialect dialect
) {
    std::vector<Condition> conditions;
    if (expected) {
        for (const auto& [attribute, json] : legacy_entries(*expected)) {
            const ExpectedEntry entry = expected_entry(attribute, json);
            STATOR_TRY(Condition condition, decode_expected_entry(entry, dialect));
            conditions.push_back(std::move(condition));
        }
    }
    if (conditional_operator) {
        if (conditions.empty()) return errors::conditional_operator_without_conditions();
        if (conditions.size() == 1) return errors::conditional_operator_needs_two();
    }
    return combined(std::move(conditions), conditional_operator);
}

// AWS: checks the ConditionalOperator before the entries, and treats an absent filter as a filter
// with too few entries. [case Query/conditional_operator]
Result<std::optional<Condition>> decode_legacy_filter(
    std::optional<wire::JsonView> filter,
    std::optional<std::string_view> conditional_operator,
    values::Dialect dialect
) {
    const auto entries = filter ? legacy_entries(*filter) : LegacyEntries();
    if (conditional_operator && entries.size() < 2) return errors::conditional_operator_needs_two();
    std::vector<Condition> conditions;
    conditions.reserve(entries.size());
    for (const auto& [attribute, json] : entries) {
        STATOR_TRY(auto literals, decode_list(json, LegacyParameter::Filter, dialect));
        const std::string_view comparison = json.string_or_empty("ComparisonOperator");
        conditions.push_back(comparison_condition(attribute, comparison, std::move(literals)));
    }
    return combined(std::move(conditions), conditional_operator);
}

Result<std::vector<KeyCondition>> decode_key_conditions(
    wire::JsonView key_conditions, values::Dialect dialect
) {
    const LegacyEntries entries = legacy_entries(key_conditions);
    if (entries.empty()) return errors::no_key_conditions();
    std::vector<KeyCondition> keys;
    for (const auto& [attribute, json] : entries) {
        STATOR_TRY(auto literals, decode_list(json, LegacyParameter::KeyConditions, dialect));
        const std::string_view comparison = json.string_or_empty("ComparisonOperator");
        keys.push_back({
            .attribute = std::string(attribute),
            .op = comparison_key_operator(comparison),
            .values = std::move(literals),
        });
    }
    return keys;
}

}  // namespace stator::protocol::expression::legacy
