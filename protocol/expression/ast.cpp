#include "protocol/expression/ast.hpp"

#include <algorithm>

#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::expression {
namespace {

// Returns "a.b[3]". path_text(), in contrast, is for DynamoDB's messages.
std::string dotted_path(const values::DocumentPath& path) {
    std::string text;
    for (const values::PathElement& element : path.elements) {
        if (const auto* name = std::get_if<std::string>(&element)) {
            if (!text.empty()) text.push_back('.');
            text.append(*name);
        } else {
            text.append("[").append(std::to_string(std::get<std::uint32_t>(element))).append("]");
        }
    }
    return text;
}

std::string literal_text(const Literal& literal) {
    std::string text;
    wire::append_attribute_value(text, literal.view());
    return text;
}

std::string operand_text(const Operand& operand) {
    if (const auto* path = std::get_if<values::DocumentPath>(&operand)) return dotted_path(*path);
    if (const auto* literal = std::get_if<Literal>(&operand)) return literal_text(*literal);
    if (const auto* truth = std::get_if<TruthOperand>(&operand)) {
        return "(" + condition_text(*truth->condition) + ")";
    }
    const auto& argument = std::get<SizeOperand>(operand).argument;
    const auto* path = std::get_if<values::DocumentPath>(&argument);
    const std::string text =
        path != nullptr ? dotted_path(*path) : literal_text(std::get<Literal>(argument));
    return "size(" + text + ")";
}

// Joins the texts with a separator.
template <class Range, class Text>
std::string joined(const Range& range, std::string_view separator, Text text) {
    std::string all;
    bool first = true;
    for (const auto& element : range) {
        if (!first) all.append(separator);
        first = false;
        all.append(text(element));
    }
    return all;
}

std::string call_text(std::string_view function, const std::vector<Operand>& operands) {
    std::string text(function);
    return text.append("(").append(joined(operands, ", ", operand_text)).append(")");
}

std::string in_text(const std::vector<Operand>& operands) {
    const std::vector<Operand> candidates(operands.begin() + 1, operands.end());
    return operand_text(operands.front()) + call_text(" IN ", candidates);
}

std::string between_text(const std::vector<Operand>& operands) {
    return operand_text(operands[0]) + " BETWEEN " + operand_text(operands[1]) + " AND " +
           operand_text(operands[2]);
}

std::string update_operand_text(const UpdateOperand& operand) {
    const auto operands = [&](std::string_view separator) {
        return joined(operand.operands, separator, update_operand_text);
    };
    switch (operand.kind) {
        case UpdateOperandKind::Path: return dotted_path(operand.path);
        case UpdateOperandKind::Literal: return literal_text(operand.literal);
        case UpdateOperandKind::IfNotExists: return "if_not_exists(" + operands(", ") + ")";
        case UpdateOperandKind::ListAppend: return "list_append(" + operands(", ") + ")";
        case UpdateOperandKind::Plus: return operands(" + ");
        case UpdateOperandKind::Minus: return operands(" - ");
    }
    return "";
}

std::string action_text(const UpdateAction& action) {
    const std::string path = dotted_path(action.path);
    switch (action.kind) {
        case UpdateActionKind::Set:
            return "SET " + path + " = " + update_operand_text(action.value);
        case UpdateActionKind::Remove: return "REMOVE " + path;
        case UpdateActionKind::Add: return "ADD " + path + " " + update_operand_text(action.value);
        case UpdateActionKind::Delete:
            return "DELETE " + path + " " + update_operand_text(action.value);
    }
    return "";
}

void collect_paths(const Condition& condition, std::vector<const values::DocumentPath*>& paths) {
    for (const Operand& operand : condition.operands) {
        const auto* path = std::get_if<values::DocumentPath>(&operand);
        if (const auto* size = std::get_if<SizeOperand>(&operand)) {
            path = std::get_if<values::DocumentPath>(&size->argument);
        }
        if (path != nullptr) paths.push_back(path);
        const auto* truth = std::get_if<TruthOperand>(&operand);
        if (truth != nullptr) collect_paths(*truth->condition, paths);
    }
    for (const Condition& child : condition.children) collect_paths(child, paths);
}

std::string in_parentheses(std::string_view text) {
    return std::string("(").append(text).append(")");
}

}  // namespace

std::string_view comparator_text(Comparator comparator) {
    switch (comparator) {
        case Comparator::Equal: return "=";
        case Comparator::NotEqual: return "<>";
        case Comparator::Less: return "<";
        case Comparator::LessOrEqual: return "<=";
        case Comparator::Greater: return ">";
        case Comparator::GreaterOrEqual: return ">=";
    }
    return "";
}

std::string condition_text(const Condition& condition) {
    const auto& operands = condition.operands;
    switch (condition.kind) {
        case ConditionKind::And:
            return in_parentheses(joined(condition.children, " AND ", condition_text));
        case ConditionKind::Or:
            return in_parentheses(joined(condition.children, " OR ", condition_text));
        case ConditionKind::Not: return "NOT " + condition_text(condition.children.front());
        case ConditionKind::Compare:
            return operand_text(operands[0]) + " " +
                   std::string(comparator_text(condition.comparator)) + " " +
                   operand_text(operands[1]);
        case ConditionKind::Between: return between_text(operands);
        case ConditionKind::In: return in_text(operands);
        case ConditionKind::AttributeExists: return call_text("attribute_exists", operands);
        case ConditionKind::AttributeNotExists: return call_text("attribute_not_exists", operands);
        case ConditionKind::AttributeTypeIs: return call_text("attribute_type", operands);
        case ConditionKind::BeginsWith: return call_text("begins_with", operands);
        case ConditionKind::Contains: return call_text("contains", operands);
        case ConditionKind::NotContains: return call_text("not_contains", operands);
    }
    return "";
}

std::vector<const values::DocumentPath*> condition_paths(const Condition& condition) {
    std::vector<const values::DocumentPath*> paths;
    collect_paths(condition, paths);
    return paths;
}

bool UpdateExpression::only_removes() const {
    return !actions.empty() &&
           std::all_of(actions.begin(), actions.end(), [](const UpdateAction& action) {
               return action.kind == UpdateActionKind::Remove ||
                      action.kind == UpdateActionKind::Delete;
           });
}

std::string update_text(const UpdateExpression& update) {
    return joined(update.actions, "; ", action_text);
}

std::optional<KeyOperator> key_operator(Comparator comparator) {
    switch (comparator) {
        case Comparator::Equal: return KeyOperator::Equal;
        case Comparator::Less: return KeyOperator::Less;
        case Comparator::LessOrEqual: return KeyOperator::LessOrEqual;
        case Comparator::Greater: return KeyOperator::Greater;
        case Comparator::GreaterOrEqual: return KeyOperator::GreaterOrEqual;
        case Comparator::NotEqual: break;
    }
    return std::nullopt;
}

std::optional<KeyOperator> key_operator(ConditionKind kind, Comparator comparator) {
    switch (kind) {
        case ConditionKind::Compare: return key_operator(comparator);
        case ConditionKind::Between: return KeyOperator::Between;
        case ConditionKind::BeginsWith: return KeyOperator::BeginsWith;
        case ConditionKind::And:
        case ConditionKind::Or:
        case ConditionKind::Not:
        case ConditionKind::In:
        case ConditionKind::AttributeExists:
        case ConditionKind::AttributeNotExists:
        case ConditionKind::AttributeTypeIs:
        case ConditionKind::Contains:
        case ConditionKind::NotContains: break;
    }
    return std::nullopt;
}

}  // namespace stator::protocol::expression
