#include "engine/expression/evaluate.hpp"

#include <algorithm>
#include <string>

#include "protocol/values/number.hpp"

namespace stator::engine::expression {
namespace {

using protocol::expression::Comparator;
using protocol::expression::Condition;
using protocol::expression::ConditionKind;
using protocol::expression::Literal;
using protocol::expression::Operand;
using protocol::expression::SizeOperand;
using protocol::expression::TruthOperand;
using values::AttributeType;
using values::AttributeValue;
using values::AttributeValueView;
using values::DocumentPath;
using values::ItemView;

using OptionalValue = std::optional<AttributeValueView>;

// AWS: size() of a string counts UTF-16 code units. [case condition/size_of_string]
std::size_t utf16_length(std::string_view text) {
    std::size_t length = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_continuation = (byte & 0xC0) == 0x80;
        const bool needs_surrogates = byte >= 0xF0;
        if (!is_continuation) length += needs_surrogates ? 2 : 1;
    }
    return length;
}

// Returns nullopt for types without a size.
std::optional<std::size_t> size_of(AttributeValueView value) {
    switch (value.type()) {
        case AttributeType::String: return utf16_length(value.scalar());
        case AttributeType::Binary: return value.scalar().size();
        case AttributeType::StringSet:
        case AttributeType::NumberSet:
        case AttributeType::BinarySet:
        case AttributeType::List:
        case AttributeType::Map: return value.count();
        case AttributeType::Number:
        case AttributeType::Null:
        case AttributeType::Boolean: return std::nullopt;
    }
    return std::nullopt;
}

// Returns an operand's value in the item. A computed value is stored in `scratch`.
OptionalValue value_of(const Operand& operand, ItemView item, AttributeValue& scratch) {
    if (const auto* path = std::get_if<DocumentPath>(&operand))
        return values::find_path(item, *path);
    if (const auto* literal = std::get_if<Literal>(&operand)) return literal->view();
    if (const auto* truth = std::get_if<TruthOperand>(&operand)) {
        scratch = AttributeValue::boolean(evaluate(*truth->condition, item));
        return scratch.view();
    }
    const auto& argument = std::get<SizeOperand>(operand).argument;
    const auto* path = std::get_if<DocumentPath>(&argument);
    const OptionalValue measured =
        path != nullptr ? values::find_path(item, *path) : std::get<Literal>(argument).view();
    if (!measured) return std::nullopt;
    const auto size = size_of(*measured);
    if (!size) return std::nullopt;
    const std::string number = values::encode_integer(static_cast<std::int64_t>(*size));
    scratch = AttributeValue::scalar(AttributeType::Number, number);
    return scratch.view();
}

// Returns the three-way order, or nullopt if the values cannot be compared.
std::optional<int> order_of(const OptionalValue& left, const OptionalValue& right) {
    if (!left || !right || left->type() != right->type()) return std::nullopt;
    if (!values::is_scalar_key(left->type())) return std::nullopt;
    return values::compare_scalars(left->scalar(), right->scalar());
}

bool are_equal(const OptionalValue& left, const OptionalValue& right) {
    return left && right && *left == *right;
}

bool compare(Comparator comparator, const OptionalValue& left, const OptionalValue& right) {
    if (comparator == Comparator::Equal) return are_equal(left, right);
    // AWS: exactly the opposite of Equal, so true even if both are missing.
    // [case condition/not_equal]
    if (comparator == Comparator::NotEqual) return !are_equal(left, right);
    const auto order = order_of(left, right);
    if (!order) return false;
    switch (comparator) {
        case Comparator::Less: return *order < 0;
        case Comparator::LessOrEqual: return *order <= 0;
        case Comparator::Greater: return *order > 0;
        case Comparator::GreaterOrEqual: return *order >= 0;
        case Comparator::Equal:
        case Comparator::NotEqual: break;
    }
    return false;
}

bool is_in(const Condition& condition, ItemView item) {
    AttributeValue wanted_scratch;
    const OptionalValue wanted = value_of(condition.operands[0], item, wanted_scratch);
    if (!wanted) return false;
    AttributeValue scratch;
    return std::any_of(
        condition.operands.begin() + 1,
        condition.operands.end(),
        [&](const Operand& candidate) {
            return are_equal(wanted, value_of(candidate, item, scratch));
        }
    );
}

bool begins_with(const OptionalValue& text, const OptionalValue& prefix) {
    if (!text || !prefix || text->type() != prefix->type()) return false;
    const bool comparable =
        text->type() == AttributeType::String || text->type() == AttributeType::Binary;
    return comparable && text->scalar().starts_with(prefix->scalar());
}

bool has_member(AttributeValueView set, AttributeType member_type, AttributeValueView value) {
    if (value.type() != member_type) return false;
    // NOLINTNEXTLINE(readability-use-anyofallof): these iterators are not those of the standard.
    for (const std::string_view member : set.members()) {
        if (member == value.scalar()) return true;
    }
    return false;
}

bool has_element(AttributeValueView list, AttributeValueView value) {
    // NOLINTNEXTLINE(readability-use-anyofallof): these iterators are not those of the standard.
    for (const AttributeValueView element : list.elements()) {
        if (element == value) return true;
    }
    return false;
}

bool contains(const OptionalValue& container, const OptionalValue& value) {
    if (!container || !value) return false;
    switch (container->type()) {
        case AttributeType::String:
        case AttributeType::Binary:
            return value->type() == container->type() &&
                   container->scalar().find(value->scalar()) != std::string_view::npos;
        case AttributeType::StringSet: return has_member(*container, AttributeType::String, *value);
        case AttributeType::NumberSet: return has_member(*container, AttributeType::Number, *value);
        case AttributeType::BinarySet: return has_member(*container, AttributeType::Binary, *value);
        case AttributeType::List: return has_element(*container, *value);
        case AttributeType::Number:
        case AttributeType::Map:
        case AttributeType::Null:
        case AttributeType::Boolean: return false;
    }
    return false;
}

// AWS: NOT_CONTAINS is not a plain negation: the attribute must exist, with any type.
// [case legacy/not_contains_absent]
bool lacks(const OptionalValue& container, const OptionalValue& value) {
    return container && !contains(container, value);
}

bool has_type(const OptionalValue& value, const OptionalValue& type) {
    return value && type && type->type() == AttributeType::String &&
           values::type_name(value->type()) == type->scalar();
}

// The conditions on one operand or on two.
bool evaluate_simple(const Condition& condition, ItemView item) {
    AttributeValue left_scratch;
    AttributeValue right_scratch;
    const OptionalValue left = value_of(condition.operands[0], item, left_scratch);
    if (condition.kind == ConditionKind::AttributeExists) return left.has_value();
    if (condition.kind == ConditionKind::AttributeNotExists) return !left.has_value();
    const OptionalValue right = value_of(condition.operands[1], item, right_scratch);
    if (condition.kind == ConditionKind::BeginsWith) return begins_with(left, right);
    if (condition.kind == ConditionKind::Contains) return contains(left, right);
    if (condition.kind == ConditionKind::NotContains) return lacks(left, right);
    if (condition.kind == ConditionKind::AttributeTypeIs) return has_type(left, right);
    return compare(condition.comparator, left, right);
}

bool is_between(const Condition& condition, ItemView item) {
    AttributeValue scratch[3];
    const OptionalValue value = value_of(condition.operands[0], item, scratch[0]);
    const OptionalValue lower = value_of(condition.operands[1], item, scratch[1]);
    const OptionalValue upper = value_of(condition.operands[2], item, scratch[2]);
    return compare(Comparator::GreaterOrEqual, value, lower) &&
           compare(Comparator::LessOrEqual, value, upper);
}

}  // namespace

bool evaluate(const Condition& condition, ItemView item) {
    const auto holds = [&](const Condition& child) { return evaluate(child, item); };
    const auto& children = condition.children;
    switch (condition.kind) {
        case ConditionKind::And: return std::all_of(children.begin(), children.end(), holds);
        case ConditionKind::Or: return std::any_of(children.begin(), children.end(), holds);
        case ConditionKind::Not: return !holds(children.front());
        case ConditionKind::Between: return is_between(condition, item);
        case ConditionKind::In: return is_in(condition, item);
        case ConditionKind::Compare:
        case ConditionKind::AttributeExists:
        case ConditionKind::AttributeNotExists:
        case ConditionKind::AttributeTypeIs:
        case ConditionKind::BeginsWith:
        case ConditionKind::Contains:
        case ConditionKind::NotContains: return evaluate_simple(condition, item);
    }
    return false;
}

}  // namespace stator::engine::expression
