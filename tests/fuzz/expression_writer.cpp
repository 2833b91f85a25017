#include "tests/fuzz/expression_writer.hpp"

#include <optional>

#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::fuzz {
namespace {

using protocol::expression::Condition;
using protocol::expression::ConditionKind;
using protocol::expression::KeyOperator;
using protocol::expression::Literal;
using protocol::expression::Operand;
using protocol::expression::UpdateActionKind;
using protocol::expression::UpdateOperand;
using protocol::expression::UpdateOperandKind;
using protocol::values::DocumentPath;

// The texts of all elements with a separator in between.
template <class Range, class Text>
std::string joined(const Range& range, std::string_view separator, Text text) {
    std::string all;
    for (const auto& element : range) {
        if (&element != &*range.begin()) all.append(separator);
        all.append(text(element));
    }
    return all;
}

std::string_view function_name(ConditionKind kind) {
    switch (kind) {
        case ConditionKind::AttributeExists: return "attribute_exists";
        case ConditionKind::AttributeNotExists: return "attribute_not_exists";
        case ConditionKind::AttributeTypeIs: return "attribute_type";
        case ConditionKind::BeginsWith: return "begins_with";
        case ConditionKind::Contains: return "contains";
        case ConditionKind::And:
        case ConditionKind::Or:
        case ConditionKind::Not:
        case ConditionKind::Compare:
        case ConditionKind::Between:
        case ConditionKind::In:
        case ConditionKind::NotContains: break;
    }
    return "no_function";
}

std::string_view section_name(UpdateActionKind kind) {
    switch (kind) {
        case UpdateActionKind::Set: return " SET ";
        case UpdateActionKind::Remove: return " REMOVE ";
        case UpdateActionKind::Add: return " ADD ";
        case UpdateActionKind::Delete: return " DELETE ";
    }
    return "";
}

std::string_view operator_text(KeyOperator op) {
    switch (op) {
        case KeyOperator::Equal: return "=";
        case KeyOperator::Less: return "<";
        case KeyOperator::LessOrEqual: return "<=";
        case KeyOperator::Greater: return ">";
        case KeyOperator::GreaterOrEqual: return ">=";
        case KeyOperator::Between:
        case KeyOperator::BeginsWith:
        case KeyOperator::NotIndexable: break;
    }
    return "no operator";
}

const std::string& placeholder(
    std::map<std::string, std::string>& known, const std::string& content, char sigil
) {
    return known.try_emplace(content, sigil + std::to_string(known.size())).first->second;
}

}  // namespace

std::string ExpressionWriter::path(const DocumentPath& path) {
    std::string text;
    for (const protocol::values::PathElement& element : path.elements) {
        if (const auto* name = std::get_if<std::string>(&element)) {
            if (!text.empty()) text.push_back('.');
            text.append(placeholder(names_, *name, '#'));
        } else {
            text.append("[").append(std::to_string(std::get<std::uint32_t>(element))).append("]");
        }
    }
    return text;
}

std::string ExpressionWriter::literal(const Literal& literal) {
    return placeholder(values_, std::string(literal.value.encoded()), ':');
}

std::string ExpressionWriter::operand(const Operand& operand) {
    if (const auto* at = std::get_if<DocumentPath>(&operand)) return path(*at);
    if (const auto* value = std::get_if<Literal>(&operand)) return literal(*value);
    const auto& argument = std::get<protocol::expression::SizeOperand>(operand).argument;
    const auto* at = std::get_if<DocumentPath>(&argument);
    return "size(" + (at != nullptr ? path(*at) : literal(std::get<Literal>(argument))) + ")";
}

std::string ExpressionWriter::call(
    std::string_view function, const std::vector<Operand>& operands
) {
    const auto text = [this](const Operand& each) { return operand(each); };
    return std::string(function) + "(" + joined(operands, ",", text) + ")";
}

// A child in parentheses where it would not be one without them.
std::string ExpressionWriter::child(const Condition& child, ConditionKind parent) {
    const bool is_chain = child.kind == ConditionKind::And || child.kind == ConditionKind::Or;
    const bool binds_tighter = child.kind == ConditionKind::And && parent == ConditionKind::Or;
    if (!is_chain || binds_tighter) return condition(child);
    return "(" + condition(child) + ")";
}

std::string ExpressionWriter::condition(const Condition& node) {
    const auto& operands = node.operands;
    const auto text = [&](const Condition& each) { return child(each, node.kind); };
    switch (node.kind) {
        case ConditionKind::And: return joined(node.children, " AND ", text);
        case ConditionKind::Or: return joined(node.children, " OR ", text);
        case ConditionKind::Not: return "NOT " + text(node.children.front());
        case ConditionKind::Compare:
            return operand(operands[0]) +
                   std::string(protocol::expression::comparator_text(node.comparator)) +
                   operand(operands[1]);
        case ConditionKind::Between:
            return operand(operands[0]) + " BETWEEN " + operand(operands[1]) + " AND " +
                   operand(operands[2]);
        case ConditionKind::In:
            return operand(operands[0]) + call(" IN ", {operands.begin() + 1, operands.end()});
        case ConditionKind::AttributeExists:
        case ConditionKind::AttributeNotExists:
        case ConditionKind::AttributeTypeIs:
        case ConditionKind::BeginsWith:
        case ConditionKind::Contains:
        case ConditionKind::NotContains: return call(function_name(node.kind), operands);
    }
    return "";
}

std::string ExpressionWriter::update_call(std::string_view name, const UpdateOperand& operand) {
    const auto text = [this](const UpdateOperand& each) { return update_operand(each); };
    return std::string(name) + "(" + joined(operand.operands, ",", text) + ")";
}

std::string ExpressionWriter::update_operand(const UpdateOperand& operand) {
    const auto text = [this](const UpdateOperand& each) { return update_operand(each); };
    switch (operand.kind) {
        case UpdateOperandKind::Path: return path(operand.path);
        case UpdateOperandKind::Literal: return literal(operand.literal);
        case UpdateOperandKind::IfNotExists: return update_call("if_not_exists", operand);
        case UpdateOperandKind::ListAppend: return update_call("list_append", operand);
        case UpdateOperandKind::Plus: return joined(operand.operands, "+", text);
        case UpdateOperandKind::Minus: return joined(operand.operands, "-", text);
    }
    return "";
}

std::string ExpressionWriter::action(const protocol::expression::UpdateAction& action) {
    std::string target = path(action.path);
    switch (action.kind) {
        case UpdateActionKind::Set: return target + "=" + update_operand(action.value);
        case UpdateActionKind::Remove: return target;
        case UpdateActionKind::Add:
        case UpdateActionKind::Delete: return target + " " + update_operand(action.value);
    }
    return "";
}

std::string ExpressionWriter::update(const protocol::expression::UpdateExpression& update) {
    std::string text;
    std::optional<UpdateActionKind> section;
    for (const protocol::expression::UpdateAction& each : update.actions) {
        text.append(section == each.kind ? "," : section_name(each.kind)).append(action(each));
        section = each.kind;
    }
    return text;
}

std::string ExpressionWriter::projection(const std::vector<DocumentPath>& paths) {
    return joined(paths, ",", [this](const DocumentPath& each) { return path(each); });
}

std::string ExpressionWriter::one_key_condition(const protocol::expression::KeyCondition& condition
) {
    const std::string attribute = placeholder(names_, condition.attribute, '#');
    const std::string value = literal(condition.values[0]);
    if (condition.op == KeyOperator::BeginsWith) {
        return "begins_with(" + attribute + "," + value + ")";
    }
    if (condition.op == KeyOperator::Between) {
        return attribute + " BETWEEN " + value + " AND " + literal(condition.values[1]);
    }
    return attribute + std::string(operator_text(condition.op)) + value;
}

std::string ExpressionWriter::key_condition(
    const std::vector<protocol::expression::KeyCondition>& conditions
) {
    return joined(conditions, " AND ", [this](const auto& each) {
        return one_key_condition(each);
    });
}

std::string ExpressionWriter::names_json() const {
    if (names_.empty()) return "";
    std::string json;
    protocol::wire::JsonWriter writer(json);
    writer.begin_object();
    for (const auto& [name, reference] : names_) writer.string_member(reference, name);
    writer.end_object();
    return json;
}

std::string ExpressionWriter::values_json() const {
    if (values_.empty()) return "";
    std::string json;
    protocol::wire::JsonWriter writer(json);
    writer.begin_object();
    for (const auto& [value, reference] : values_) {
        writer.key(reference);
        writer.value_follows();
        protocol::wire::append_attribute_value(
            json, protocol::values::AttributeValueView::at(value.data())
        );
    }
    writer.end_object();
    return json;
}

}  // namespace stator::fuzz
