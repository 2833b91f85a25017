// AWS ranks the faults of an update: reserved word, unknown function, repeated section, undefined
// name, undefined value, overlap, conflict, operand of ADD or DELETE, and then faults of the
// operands of SET, first in text order. [case update_expressions/fault_order]
#include <algorithm>

#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/analysis/placeholder_resolver.hpp"
#include "protocol/expression/functions.hpp"

namespace stator::protocol::expression::analysis {
namespace {

constexpr values::ExpressionKind kKind = values::ExpressionKind::Update;

struct UpdateRank {
    enum : std::size_t {
        kLimit,
        kParentheses,
        kReserved,
        kBadFunction,
        kSection,
        kUndefinedName,
        kUndefinedValue,
        kOverlap,
        kConflict,
        kAddOperand,
        kSetOperand,
    };
};

constexpr ResolverRanks kUpdateRanks = {
    .limit = UpdateRank::kLimit,
    .reserved = UpdateRank::kReserved,
    .undefined_name = UpdateRank::kUndefinedName,
    .undefined_value = UpdateRank::kUndefinedValue,
};

std::string_view section_name(UpdateActionKind kind) {
    switch (kind) {
        case UpdateActionKind::Set: return "SET";
        case UpdateActionKind::Remove: return "REMOVE";
        case UpdateActionKind::Add: return "ADD";
        case UpdateActionKind::Delete: return "DELETE";
    }
    return "";
}

class UpdateAnalysis {
public:
    UpdateAnalysis(ExpressionScope& scope, Faults& faults)
        : faults_(faults), resolver_(kKind, scope, faults) {}

    UpdateAction action(const syntax::UpdateClause& clause) {
        UpdateAction action{.kind = clause.kind, .path = resolver_.path(clause.path, kUpdateRanks)};
        if (clause.kind == UpdateActionKind::Remove) return action;
        action.value = operand(clause.value);
        if (clause.kind != UpdateActionKind::Set) check_add_operand(action);
        return action;
    }

private:
    UpdateOperand operand(const syntax::SyntaxNode& node) {
        switch (node.kind) {
            case syntax::SyntaxKind::Path:
                return {
                    .kind = UpdateOperandKind::Path, .path = resolver_.path(node, kUpdateRanks)};
            case syntax::SyntaxKind::Value:
                return {
                    .kind = UpdateOperandKind::Literal,
                    .literal = resolver_.literal(node, kUpdateRanks),
                };
            case syntax::SyntaxKind::Plus: return sum(node, UpdateOperandKind::Plus, "+");
            case syntax::SyntaxKind::Minus: return sum(node, UpdateOperandKind::Minus, "-");
            case syntax::SyntaxKind::Function: return call(node);
            case syntax::SyntaxKind::And:
            case syntax::SyntaxKind::Or:
            case syntax::SyntaxKind::Not:
            case syntax::SyntaxKind::Compare:
            case syntax::SyntaxKind::Between:
            case syntax::SyntaxKind::In: break;  // not in the grammar of updates
        }
        return {};
    }

    UpdateOperand sum(
        const syntax::SyntaxNode& node, UpdateOperandKind kind, std::string_view sign
    ) {
        UpdateOperand result{.kind = kind};
        for (const syntax::SyntaxNode& child : node.children) {
            result.operands.push_back(operand(child));
            check_literal(result.operands.back(), sign, values::AttributeType::Number);
        }
        return result;
    }

    UpdateOperand call(const syntax::SyntaxNode& node) {
        const auto function = function_from_name(node.text);
        if (function == Function::ListAppend) return list_append(node);
        if (function != Function::IfNotExists) {
            faults_.report(UpdateRank::kBadFunction, refused_function(kKind, node.text));
        } else {
            check_operand_count(node);
            check_is_path(node.children[0], node.text);
        }
        UpdateOperand result{.kind = UpdateOperandKind::IfNotExists};
        for (const syntax::SyntaxNode& child : node.children)
            result.operands.push_back(operand(child));
        return result;
    }

    UpdateOperand list_append(const syntax::SyntaxNode& node) {
        check_operand_count(node);
        UpdateOperand result{.kind = UpdateOperandKind::ListAppend};
        for (const syntax::SyntaxNode& child : node.children) {
            if (child.kind == syntax::SyntaxKind::Function && child.text == node.text) {
                faults_.report(UpdateRank::kSetOperand, errors::function_misused(kKind, node.text));
            }
            result.operands.push_back(operand(child));
            check_literal(result.operands.back(), node.text, values::AttributeType::List);
        }
        return result;
    }

    void check_is_path(const syntax::SyntaxNode& node, std::string_view function) {
        if (node.kind == syntax::SyntaxKind::Path) return;
        faults_.report(UpdateRank::kSetOperand, errors::path_required(kKind, function));
    }

    void check_operand_count(const syntax::SyntaxNode& node) {
        if (node.children.size() == 2) return;
        faults_.report(
            UpdateRank::kSetOperand, errors::operand_count(kKind, node.text, node.children.size())
        );
    }

    void check_literal(
        const UpdateOperand& operand, std::string_view operation, values::AttributeType wanted
    ) {
        if (operand.kind != UpdateOperandKind::Literal) return;
        const values::AttributeType type = operand.literal.view().type();
        if (type == wanted) return;
        faults_.report(UpdateRank::kSetOperand, errors::operand_type(kKind, operation, type));
    }

    void check_add_operand(const UpdateAction& action) {
        const values::AttributeType type = action.value.literal.view().type();
        const bool counts =
            action.kind == UpdateActionKind::Add && type == values::AttributeType::Number;
        if (values::is_set(type) || counts) return;
        faults_.report(
            UpdateRank::kAddOperand,
            errors::update_operand_type(section_name(action.kind), values::long_type_name(type))
        );
    }

    Faults& faults_;
    PlaceholderResolver resolver_;
};

void report_repeated_sections(const syntax::UpdateSyntax& update, Faults& faults) {
    for (auto section = update.sections.begin(); section != update.sections.end(); ++section) {
        if (std::find(update.sections.begin(), section, *section) != section) {
            faults.report(UpdateRank::kSection, errors::repeated_section(section_name(*section)));
        }
    }
}

// AWS: the targets of all sections must not overlap or conflict. Right-hand sides may.
// [case update_expressions/overlap]
void report_target_collisions(const UpdateExpression& update, Faults& faults) {
    std::vector<const values::DocumentPath*> targets;
    targets.reserve(update.actions.size());
    for (const UpdateAction& action : update.actions) targets.push_back(&action.path);
    report_collisions(kKind, targets, UpdateRank::kOverlap, UpdateRank::kConflict, faults);
}

}  // namespace

Result<UpdateExpression> analyze_update(
    const syntax::UpdateSyntax& update, const syntax::TokenStream& tokens, ExpressionScope& scope
) {
    Faults faults;
    if (tokens.has_redundant_parentheses()) {
        faults.report(UpdateRank::kParentheses, errors::redundant_parentheses(kKind));
    }
    report_repeated_sections(update, faults);
    UpdateAnalysis analysis(scope, faults);
    UpdateExpression expression;
    expression.actions.reserve(update.clauses.size());
    for (const syntax::UpdateClause& clause : update.clauses) {
        expression.actions.push_back(analysis.action(clause));
    }
    report_target_collisions(expression, faults);
    STATOR_CHECK(faults.result());
    return expression;
}

}  // namespace stator::protocol::expression::analysis
