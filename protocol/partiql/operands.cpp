#include "protocol/partiql/operands.hpp"

#include <algorithm>

#include "protocol/base/limits.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/expression/condition_checks.hpp"
#include "protocol/partiql/conditions.hpp"
#include "protocol/partiql/literals.hpp"

namespace stator::protocol::partiql {
namespace {

// Parses "7" and "-0"; nullopt for indexes that no list can have.
std::optional<std::uint32_t> list_index(std::string_view text) {
    const bool negative = text.substr(0, 1) == "-";
    if (negative) text.remove_prefix(1);
    const auto index = parse_number<std::uint32_t>(text);
    if (!index || *index > kMaxListIndex || (negative && *index != 0)) return std::nullopt;
    return index;
}

}  // namespace

bool is_path(const SyntaxNode& node) {
    if (node.kind == NodeKind::Path) return node.children.front().kind == NodeKind::Identifier;
    return node.kind == NodeKind::Identifier;
}

bool is_value(const SyntaxNode& node) {
    return node.kind == NodeKind::Parameter || is_literal(node);
}

std::string Operands::name(const SyntaxNode& node) {
    has_empty_component_ = has_empty_component_ || node.text.empty();
    return node.text;
}

Result<values::PathElement> Operands::index(const SyntaxNode& node) {
    if (node.kind == NodeKind::String) return values::PathElement(name(node));
    if (node.kind != NodeKind::Number) return errors::unexpected_path_component(node.position);
    const auto index = list_index(node.text);
    if (!index) return errors::list_index_out_of_range(node.text, node.position);
    return values::PathElement(*index);
}

Result<values::DocumentPath> Operands::path(const SyntaxNode& node) {
    values::DocumentPath path;
    if (node.kind != NodeKind::Path) {
        path.elements.emplace_back(name(node));
        return path;
    }
    for (const SyntaxNode& step : node.children) {
        if (step.kind == NodeKind::Identifier) {
            path.elements.emplace_back(name(step));
        } else if (step.kind == NodeKind::Index) {
            STATOR_TRY(values::PathElement element, index(step.children.front()));
            path.elements.push_back(std::move(element));
        } else {
            return errors::unexpected_path_component(step.position);
        }
    }
    return path;
}

bool Operands::lacks_value(const SyntaxNode& node) const {
    return node.kind == NodeKind::Parameter && std::stoul(node.text) >= parameters_.size();
}

Result<values::AttributeValue> Operands::value(const SyntaxNode& node, const std::string& path) {
    if (node.kind != NodeKind::Parameter) return literal_value(node, path);
    if (!lacks_value(node)) return parameters_[std::stoul(node.text)];
    return values::AttributeValue::null();
}

Result<expression::SizeOperand> Operands::size(const SyntaxNode& call) {
    if (call.children.size() != 1) {
        return errors::operand_count(
            values::ExpressionKind::Statement, call.text, call.children.size()
        );
    }
    STATOR_TRY(expression::Operand argument, operand(call.children.front()));
    const auto fault = expression::check_size_argument(values::ExpressionKind::Statement, argument);
    if (fault) return *fault;
    if (auto* path = std::get_if<values::DocumentPath>(&argument))
        return expression::SizeOperand{std::move(*path)};
    if (auto* literal = std::get_if<expression::Literal>(&argument))
        return expression::SizeOperand{std::move(*literal)};
    return errors::unsupported_operation(node_name(call.children.front()));
}

Result<expression::Operand> Operands::operand(const SyntaxNode& node) {
    if (is_path(node)) {
        STATOR_TRY(values::DocumentPath found, path(node));
        return expression::Operand(std::move(found));
    }
    // Returns a placeholder that differs from all other operands and has no type.
    if (lacks_value(node)) return expression::Operand(values::DocumentPath{{"?" + node.text}});
    if (is_value(node)) {
        STATOR_TRY(values::AttributeValue found, value(node));
        return expression::Operand(expression::Literal{"", std::move(found)});
    }
    // AWS: a condition can be used like any other value.
    // [case ExecuteStatement/where_boolean_values]
    if (is_condition(node)) {
        STATOR_TRY(expression::Condition condition, lower_condition(node, *this));
        return expression::Operand(expression::TruthOperand{
            std::make_shared<const expression::Condition>(std::move(condition))});
    }
    if (node.kind != NodeKind::Call) return errors::unsupported_operation(node_name(node));
    if (node.text != "size") return errors::unrecognized_function(node.text, node.position);
    STATOR_TRY(expression::SizeOperand measured, size(node));
    return expression::Operand(std::move(measured));
}

}  // namespace stator::protocol::partiql
