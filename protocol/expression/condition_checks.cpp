#include "protocol/expression/condition_checks.hpp"

#include <algorithm>
#include <array>

#include "protocol/errors/expressions.hpp"

namespace stator::protocol::expression {
namespace {

// Returns the operand's type if it does not depend on the item; nullopt for a path.
std::optional<values::AttributeType> static_type(const Operand& operand) {
    if (const auto* literal = std::get_if<Literal>(&operand)) return literal->view().type();
    if (std::holds_alternative<SizeOperand>(operand)) return values::AttributeType::Number;
    if (std::holds_alternative<TruthOperand>(operand)) return values::AttributeType::Boolean;
    return std::nullopt;
}

std::optional<ApiError> check_each_type(
    values::ExpressionKind kind, const Condition& condition, bool (*allowed)(values::AttributeType)
) {
    for (const Operand& operand : condition.operands) {
        const auto type = static_type(operand);
        if (type && !allowed(*type)) {
            return errors::operand_type(kind, operation_name(condition), *type);
        }
    }
    return std::nullopt;
}

std::optional<ApiError> check_bounds(values::ExpressionKind kind, const Condition& condition) {
    const auto* lower = std::get_if<Literal>(&condition.operands[1]);
    const auto* upper = std::get_if<Literal>(&condition.operands[2]);
    if (lower == nullptr || upper == nullptr) return std::nullopt;
    if (lower->view().type() != upper->view().type()) {
        return errors::between_types_differ(kind, lower->view(), upper->view());
    }
    if (values::compare_scalars(lower->view().scalar(), upper->view().scalar()) > 0) {
        return errors::between_bounds_reversed(kind, lower->view(), upper->view());
    }
    return std::nullopt;
}

std::optional<ApiError> check_between(values::ExpressionKind kind, const Condition& condition) {
    auto fault = check_each_type(kind, condition, values::is_scalar_key);
    return fault ? fault : check_bounds(kind, condition);
}

bool has_prefixes(values::AttributeType type) {
    return type == values::AttributeType::String || type == values::AttributeType::Binary;
}

bool can_contain(values::AttributeType type) {
    return has_prefixes(type) || values::is_set(type) || type == values::AttributeType::List;
}

std::optional<ApiError> check_contains(values::ExpressionKind kind, const Condition& condition) {
    const auto type = static_type(condition.operands[0]);
    if (!type || can_contain(*type)) return std::nullopt;
    return errors::operand_type(kind, operation_name(condition), *type);
}

std::optional<ApiError> check_type_name(values::ExpressionKind kind, const Condition& condition) {
    constexpr std::array<std::string_view, 10> kTypeNames = {
        "B", "NULL", "SS", "BOOL", "L", "BS", "N", "NS", "S", "M"};
    const auto type = static_type(condition.operands[1]);
    if (!type) return errors::type_name_is_path(kind);
    if (*type != values::AttributeType::String) {
        return errors::operand_type(kind, operation_name(condition), *type);
    }
    const std::string_view name = std::get<Literal>(condition.operands[1]).view().scalar();
    if (std::find(kTypeNames.begin(), kTypeNames.end(), name) != kTypeNames.end()) {
        return std::nullopt;
    }
    return errors::unknown_type_name(kind, name);
}

std::optional<ApiError> check_path(values::ExpressionKind kind, const Condition& condition) {
    if (std::holds_alternative<values::DocumentPath>(condition.operands[0])) return std::nullopt;
    return errors::path_required(kind, operation_name(condition));
}

bool is_ordering(Comparator comparator) {
    return comparator != Comparator::Equal && comparator != Comparator::NotEqual;
}

}  // namespace

std::string_view operation_name(const Condition& condition) {
    switch (condition.kind) {
        case ConditionKind::And: return "AND";
        case ConditionKind::Or: return "OR";
        case ConditionKind::Not: return "NOT";
        case ConditionKind::Compare: return comparator_text(condition.comparator);
        case ConditionKind::Between: return "BETWEEN";
        case ConditionKind::In: return "IN";
        case ConditionKind::AttributeExists: return "attribute_exists";
        case ConditionKind::AttributeNotExists: return "attribute_not_exists";
        case ConditionKind::AttributeTypeIs: return "attribute_type";
        case ConditionKind::BeginsWith: return "begins_with";
        case ConditionKind::Contains: return "contains";
        case ConditionKind::NotContains: return "NOT_CONTAINS";
    }
    return "";
}

std::optional<ApiError> check_distinct(values::ExpressionKind kind, const Condition& condition) {
    const auto* first = std::get_if<values::DocumentPath>(&condition.operands.front());
    if (first == nullptr) return std::nullopt;
    for (std::size_t i = 1; i < condition.operands.size(); ++i) {
        const auto* other = std::get_if<values::DocumentPath>(&condition.operands[i]);
        if (other != nullptr && *other == *first) {
            return errors::first_operand_not_distinct(kind, operation_name(condition), *first);
        }
    }
    return std::nullopt;
}

// AWS: errors in literals are reported even if no item could reach them.
// [case condition/static_types]
std::optional<ApiError> check_operands(values::ExpressionKind kind, const Condition& condition) {
    switch (condition.kind) {
        case ConditionKind::Compare:
            if (!is_ordering(condition.comparator)) return std::nullopt;
            return check_each_type(kind, condition, values::is_scalar_key);
        case ConditionKind::Between: return check_between(kind, condition);
        case ConditionKind::BeginsWith: return check_each_type(kind, condition, has_prefixes);
        case ConditionKind::Contains: return check_contains(kind, condition);
        case ConditionKind::AttributeTypeIs: return check_type_name(kind, condition);
        case ConditionKind::AttributeExists:
        case ConditionKind::AttributeNotExists: return check_path(kind, condition);
        case ConditionKind::And:
        case ConditionKind::Or:
        case ConditionKind::Not:
        case ConditionKind::In:
        case ConditionKind::NotContains: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<ApiError> check_size_argument(values::ExpressionKind kind, const Operand& argument) {
    const auto type = static_type(argument);
    if (!type || can_contain(*type) || *type == values::AttributeType::Map) return std::nullopt;
    return errors::operand_type(kind, "size", *type);
}

}  // namespace stator::protocol::expression
