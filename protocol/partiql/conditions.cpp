#include "protocol/partiql/conditions.hpp"

#include <optional>
#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/expression/condition_checks.hpp"
#include "protocol/expression/functions.hpp"

namespace stator::protocol::partiql {
namespace {

constexpr values::ExpressionKind kKind = values::ExpressionKind::Statement;

std::optional<expression::Comparator> comparator_of(NodeKind kind) {
    if (kind == NodeKind::Equal) return expression::Comparator::Equal;
    if (kind == NodeKind::NotEqual) return expression::Comparator::NotEqual;
    if (kind == NodeKind::Less) return expression::Comparator::Less;
    if (kind == NodeKind::LessOrEqual) return expression::Comparator::LessOrEqual;
    if (kind == NodeKind::Greater) return expression::Comparator::Greater;
    if (kind == NodeKind::GreaterOrEqual) return expression::Comparator::GreaterOrEqual;
    return std::nullopt;
}

// Returns the condition of a function; nullopt for size() and for functions that WHERE does not
// support.
std::optional<expression::ConditionKind> function_condition(const SyntaxNode& node) {
    if (node.kind != NodeKind::Call) return std::nullopt;
    const auto function = expression::function_from_name(node.text);
    if (!function) return std::nullopt;
    switch (*function) {
        case expression::Function::AttributeExists:
            return expression::ConditionKind::AttributeExists;
        case expression::Function::AttributeNotExists:
            return expression::ConditionKind::AttributeNotExists;
        case expression::Function::AttributeTypeIs:
            return expression::ConditionKind::AttributeTypeIs;
        case expression::Function::BeginsWith: return expression::ConditionKind::BeginsWith;
        case expression::Function::Contains: return expression::ConditionKind::Contains;
        case expression::Function::Size:
        case expression::Function::IfNotExists:
        case expression::Function::ListAppend: break;
    }
    return std::nullopt;
}

// Returns DynamoDB's type for a type name; nullopt if it has none.
std::optional<values::AttributeType> type_from_name(std::string_view name) {
    if (name == "string") return values::AttributeType::String;
    if (name == "number" || name == "numeric" || name == "decimal")
        return values::AttributeType::Number;
    if (name == "binary" || name == "blob") return values::AttributeType::Binary;
    if (name == "bool" || name == "boolean") return values::AttributeType::Boolean;
    if (name == "null") return values::AttributeType::Null;
    if (name == "list") return values::AttributeType::List;
    if (name == "map" || name == "struct" || name == "tuple") return values::AttributeType::Map;
    return std::nullopt;
}

expression::Condition negation(expression::Condition condition) {
    expression::Condition negated{.kind = expression::ConditionKind::Not};
    negated.children.push_back(std::move(condition));
    return negated;
}

class ConditionLowering {
public:
    explicit ConditionLowering(Operands& operands) : operands_(operands) {}

    Result<expression::Condition> lower(const SyntaxNode& node) {
        if (comparator_of(node.kind))
            return with_operands(node, expression::ConditionKind::Compare);
        if (node.kind == NodeKind::And) return chain(node, expression::ConditionKind::And);
        if (node.kind == NodeKind::Or) return chain(node, expression::ConditionKind::Or);
        if (node.kind == NodeKind::Between)
            return with_operands(node, expression::ConditionKind::Between);
        if (node.kind == NodeKind::In) return in(node);
        if (node.kind == NodeKind::IsType) return is_type(node);
        if (node.kind == NodeKind::Call) return call(node);
        if (node.kind != NodeKind::Not) return errors::unsupported_operation(node_name(node));
        STATOR_TRY(expression::Condition inner, lower(node.children.front()));
        return negation(std::move(inner));
    }

private:
    Result<expression::Condition> chain(const SyntaxNode& node, expression::ConditionKind kind) {
        expression::Condition condition{.kind = kind};
        for (const SyntaxNode& child : node.children) {
            STATOR_TRY(expression::Condition lowered, lower(child));
            condition.children.push_back(std::move(lowered));
        }
        return condition;
    }

    static Result<expression::Condition> checked(expression::Condition condition) {
        if (const auto fault = expression::check_distinct(kKind, condition)) return *fault;
        if (const auto fault = expression::check_operands(kKind, condition)) return *fault;
        return condition;
    }

    Result<expression::Condition> with_operands(
        const SyntaxNode& node, expression::ConditionKind kind
    ) {
        expression::Condition condition{.kind = kind};
        for (const SyntaxNode& child : node.children) {
            STATOR_TRY(expression::Operand operand, operands_.operand(child));
            condition.operands.push_back(std::move(operand));
        }
        if (const auto comparator = comparator_of(node.kind)) condition.comparator = *comparator;
        return checked(std::move(condition));
    }

    Result<expression::Condition> in(const SyntaxNode& node) {
        expression::Condition condition{.kind = expression::ConditionKind::In};
        STATOR_TRY(expression::Operand tested, operands_.operand(node.children[0]));
        condition.operands.push_back(std::move(tested));
        const SyntaxNode& members = node.children[1];
        if (members.kind != NodeKind::List && members.kind != NodeKind::Bag) {
            return errors::unsupported_operation(node_name(node));
        }
        if (members.children.size() > kMaxInOperands) {
            return errors::too_many_in_operands(kKind, members.children.size());
        }
        for (const SyntaxNode& member : members.children) {
            STATOR_TRY(expression::Operand operand, operands_.operand(member));
            condition.operands.push_back(std::move(operand));
        }
        return checked(std::move(condition));
    }

    // AWS: distinguishes missing from null. [case ExecuteStatement/where_is]
    Result<expression::Condition> is_type(const SyntaxNode& node) {
        const SyntaxNode& tested = node.children.front();
        const auto type = type_from_name(node.text);
        if (!type && node.text != "missing") return errors::unsupported_operation(node_name(node));
        if (!is_path(tested)) return errors::unsupported_operation(node_name(node));
        expression::Condition condition{.kind = expression::ConditionKind::AttributeNotExists};
        STATOR_TRY(values::DocumentPath path, operands_.path(tested));
        condition.operands.emplace_back(std::move(path));
        if (!type) return condition;
        condition.kind = expression::ConditionKind::AttributeTypeIs;
        expression::Literal name;
        name.value =
            values::AttributeValue::scalar(values::AttributeType::String, values::type_name(*type));
        condition.operands.emplace_back(std::move(name));
        return condition;
    }

    Result<expression::Condition> call(const SyntaxNode& node) {
        const auto kind = function_condition(node);
        if (!kind) return errors::unrecognized_function(node.text, node.position);
        const std::size_t arity =
            expression::function_arity(*expression::function_from_name(node.text));
        if (node.children.size() != arity) {
            return errors::operand_count(kKind, node.text, node.children.size());
        }
        return with_operands(node, *kind);
    }

    Operands& operands_;
};

}  // namespace

bool is_condition(const SyntaxNode& node) {
    if (node.kind == NodeKind::Call) return function_condition(node).has_value();
    const bool logical = node.kind == NodeKind::And || node.kind == NodeKind::Or ||
                         node.kind == NodeKind::Not || node.kind == NodeKind::Between ||
                         node.kind == NodeKind::In || node.kind == NodeKind::IsType;
    return logical || comparator_of(node.kind).has_value();
}

Result<expression::Condition> lower_condition(const SyntaxNode& node, Operands& operands) {
    return ConditionLowering(operands).lower(node);
}

}  // namespace stator::protocol::partiql
