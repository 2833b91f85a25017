#include "protocol/partiql/updates.hpp"

#include <utility>

#include "protocol/errors/expressions.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/expression/analysis/faults.hpp"
#include "protocol/expression/analysis/placeholder_resolver.hpp"

namespace stator::protocol::partiql {
namespace {

constexpr values::ExpressionKind kStatement = values::ExpressionKind::Statement;

bool is_set_function(const SyntaxNode& node) {
    return node.kind == NodeKind::Call && (node.text == "set_add" || node.text == "set_delete");
}

class UpdateLowering {
public:
    explicit UpdateLowering(Operands& operands) : operands_(operands) {}

    Result<expression::UpdateAction> action(const AssignmentSyntax& assignment) {
        expression::UpdateAction action{.kind = expression::UpdateActionKind::Remove};
        STATOR_TRY(action.path, operands_.path(assignment.target));
        if (!assignment.value) return action;
        if (is_set_function(*assignment.value)) {
            STATOR_CHECK(set_function(*assignment.value, action));
            return action;
        }
        action.kind = expression::UpdateActionKind::Set;
        STATOR_TRY(action.value, operand(*assignment.value));
        return action;
    }

private:
    // AWS: the position in a message is that of the function, except for errors in the second
    // argument, where it is that of the first argument. [case ExecuteStatement/set_function_errors]
    Result<void> set_function(const SyntaxNode& call, expression::UpdateAction& action) {
        const bool adds = call.text == "set_add";
        const std::string_view function = adds ? "SET_ADD" : "SET_DELETE";
        if (call.children.size() != 2) {
            return errors::set_function_operands(function, call.position);
        }
        const SyntaxNode& target = call.children[0];
        const SyntaxNode& members = call.children[1];
        if (!is_path(target)) return errors::set_function_target(function, call.position);
        STATOR_TRY(const values::DocumentPath path, operands_.path(target));
        if (path != action.path) return errors::set_function_target(function, call.position);
        if (!is_value(members)) return errors::set_function_members(function, target.position);
        action.kind =
            adds ? expression::UpdateActionKind::Add : expression::UpdateActionKind::Delete;
        STATOR_TRY(action.value.literal.value, operands_.value(members));
        if (!values::is_set(action.value.literal.view().type()) &&
            !operands_.lacks_value(members)) {
            return errors::set_function_members(function, target.position);
        }
        return {};
    }

    Result<expression::UpdateOperand> operand(const SyntaxNode& node) {
        expression::UpdateOperand result{.kind = expression::UpdateOperandKind::Path};
        if (is_path(node)) {
            STATOR_TRY(result.path, operands_.path(node));
            return result;
        }
        if (is_value(node)) {
            result.kind = expression::UpdateOperandKind::Literal;
            STATOR_TRY(result.literal.value, operands_.value(node));
            return result;
        }
        if (node.kind == NodeKind::Plus) {
            return computed(
                node, expression::UpdateOperandKind::Plus, "+", values::AttributeType::Number
            );
        }
        if (node.kind == NodeKind::Minus) {
            return computed(
                node, expression::UpdateOperandKind::Minus, "-", values::AttributeType::Number
            );
        }
        if (node.kind != NodeKind::Call) return errors::unsupported_operation(node_name(node));
        if (node.text != "list_append") {
            return errors::unrecognized_function(node.text, node.position);
        }
        if (node.children.size() != 2) {
            return errors::operand_count(kStatement, node.text, node.children.size());
        }
        return computed(
            node, expression::UpdateOperandKind::ListAppend, node.text, values::AttributeType::List
        );
    }

    // Converts two operands, which must have the expected type if their types are known.
    Result<expression::UpdateOperand> computed(
        const SyntaxNode& node,
        expression::UpdateOperandKind kind,
        std::string_view operation,
        values::AttributeType wanted
    ) {
        expression::UpdateOperand result{.kind = kind};
        for (const SyntaxNode& child : node.children) {
            STATOR_TRY(expression::UpdateOperand inner, operand(child));
            const bool known = inner.kind == expression::UpdateOperandKind::Literal &&
                               !operands_.lacks_value(child);
            if (known && inner.literal.view().type() != wanted) {
                return errors::operand_type(kStatement, operation, inner.literal.view().type());
            }
            result.operands.push_back(std::move(inner));
        }
        return result;
    }

    Operands& operands_;
};

Result<void> check_collisions(const expression::UpdateExpression& update) {
    expression::analysis::Faults faults;
    std::vector<const values::DocumentPath*> targets;
    for (const expression::UpdateAction& action : update.actions) targets.push_back(&action.path);
    expression::analysis::report_collisions(kStatement, targets, 0, 1, faults);
    return faults.result();
}

}  // namespace

Result<expression::UpdateExpression> lower_update(
    const std::vector<AssignmentSyntax>& assignments, Operands& operands
) {
    expression::UpdateExpression update;
    update.statement = true;
    UpdateLowering lowering(operands);
    for (const AssignmentSyntax& assignment : assignments) {
        STATOR_TRY(expression::UpdateAction action, lowering.action(assignment));
        update.actions.push_back(std::move(action));
    }
    STATOR_CHECK(check_collisions(update));
    return update;
}

}  // namespace stator::protocol::partiql
