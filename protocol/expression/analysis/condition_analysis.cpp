// AWS ranks the faults of a condition: redundant parentheses, unknown function, misused function,
// reserved word. These are followed by the first comparison or call with a fault; its faults are
// ranked: undefined placeholder, number of operands, equal operands, operand types.
// [case condition/fault_order]
#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/expression/analysis/analysis.hpp"
#include "protocol/expression/analysis/placeholder_resolver.hpp"
#include "protocol/expression/condition_checks.hpp"
#include "protocol/expression/functions.hpp"

namespace stator::protocol::expression::analysis {
namespace {

// Ranks of faults in the whole expression. The ranks of each comparison or call follow, kLeafRanks
// for each.
enum ConditionRank : std::size_t {
    kLimit,
    kParentheses,
    kBadFunction,
    kMisuse,
    kReserved,
    kFirstLeaf,
};

enum LeafRank : std::size_t { kUndefined, kOperandCount, kDistinct, kOperandType, kLeafRanks };

class ConditionAnalysis {
public:
    ConditionAnalysis(values::ExpressionKind kind, ExpressionScope& scope, Faults& faults)
        : kind_(kind), faults_(faults), resolver_(kind, scope, faults) {}

    Condition condition(const syntax::SyntaxNode& node) {
        switch (node.kind) {
            case syntax::SyntaxKind::And: return combination(node, ConditionKind::And);
            case syntax::SyntaxKind::Or: return combination(node, ConditionKind::Or);
            case syntax::SyntaxKind::Not: return combination(node, ConditionKind::Not);
            case syntax::SyntaxKind::Compare: return comparison(node, ConditionKind::Compare);
            case syntax::SyntaxKind::Between: return comparison(node, ConditionKind::Between);
            case syntax::SyntaxKind::In: return comparison(node, ConditionKind::In);
            case syntax::SyntaxKind::Function: return call(node);
            case syntax::SyntaxKind::Path:
            case syntax::SyntaxKind::Value:
            case syntax::SyntaxKind::Plus:
            case syntax::SyntaxKind::Minus: break;  // occur only within operands
        }
        return {};
    }

private:
    Condition combination(const syntax::SyntaxNode& node, ConditionKind kind) {
        Condition combined{.kind = kind};
        combined.children.reserve(node.children.size());
        for (const syntax::SyntaxNode& child : node.children) {
            combined.children.push_back(condition(child));
        }
        return combined;
    }

    Condition comparison(const syntax::SyntaxNode& node, ConditionKind kind) {
        const std::size_t candidates = node.children.size() - 1;
        if (kind == ConditionKind::In && candidates > kMaxInOperands) {
            faults_.report(kLimit, errors::too_many_in_operands(kind_, candidates));
        }
        return leaf(node, {.kind = kind, .comparator = node.comparator});
    }

    // Analyses a function that is used as a condition.
    Condition call(const syntax::SyntaxNode& node) {
        const auto function = function_from_name(node.text);
        if (!function || is_update_function(*function)) {
            faults_.report(kBadFunction, refused_function(kind_, node.text));
        } else if (*function == Function::Size) {
            faults_.report(kMisuse, errors::function_misused(kind_, node.text));
        } else {
            check_operand_count(node, *function);
            return leaf(node, {.kind = kind_of(*function)});
        }
        return leaf(node, {.kind = ConditionKind::AttributeExists});
    }

    static ConditionKind kind_of(Function function) {
        switch (function) {
            case Function::AttributeNotExists: return ConditionKind::AttributeNotExists;
            case Function::AttributeTypeIs: return ConditionKind::AttributeTypeIs;
            case Function::BeginsWith: return ConditionKind::BeginsWith;
            case Function::Contains: return ConditionKind::Contains;
            case Function::AttributeExists:
            case Function::Size:
            case Function::IfNotExists:
            case Function::ListAppend: break;
        }
        return ConditionKind::AttributeExists;
    }

    // Resolves the operands, checks them together, and advances to the ranks of the next leaf.
    Condition leaf(const syntax::SyntaxNode& node, Condition condition) {
        condition.operands.reserve(node.children.size());
        for (const syntax::SyntaxNode& child : node.children) {
            condition.operands.push_back(operand(child));
        }
        report(kDistinct, check_distinct(kind_, condition));
        if (has_all_operands(condition)) report(kOperandType, check_operands(kind_, condition));
        leaf_rank_ += kLeafRanks;
        return condition;
    }

    // Returns false if the number of operands is wrong. That fault outranks errors of their types.
    static bool has_all_operands(const Condition& condition) {
        const bool needs_two = condition.kind == ConditionKind::AttributeTypeIs;
        return condition.operands.size() >= (needs_two ? 2U : 1U);
    }

    Operand operand(const syntax::SyntaxNode& node) {
        if (node.kind == syntax::SyntaxKind::Path) return resolver_.path(node, ranks());
        if (node.kind == syntax::SyntaxKind::Value) return resolver_.literal(node, ranks());
        return function_operand(node);
    }

    // Analyses a function that is used as an operand. Only size() is allowed there.
    Operand function_operand(const syntax::SyntaxNode& node) {
        const auto function = function_from_name(node.text);
        if (!function || is_update_function(*function)) {
            faults_.report(kBadFunction, refused_function(kind_, node.text));
        } else if (*function != Function::Size) {
            faults_.report(kMisuse, errors::function_misused(kind_, node.text));
        } else {
            check_operand_count(node, Function::Size);
        }
        SizeOperand size;
        for (const syntax::SyntaxNode& child : node.children) {
            const Operand argument = operand(child);
            if (function == Function::Size) {
                report(kOperandType, check_size_argument(kind_, argument));
            }
            if (const auto* path = std::get_if<values::DocumentPath>(&argument))
                size.argument = *path;
            if (const auto* literal = std::get_if<Literal>(&argument)) size.argument = *literal;
        }
        return size;
    }

    void check_operand_count(const syntax::SyntaxNode& node, Function function) {
        if (node.children.size() == function_arity(function)) return;
        report(kOperandCount, errors::operand_count(kind_, node.text, node.children.size()));
    }

    void report(LeafRank rank, std::optional<ApiError> fault) {
        if (fault) faults_.report(leaf_rank_ + rank, std::move(*fault));
    }

    ResolverRanks ranks() const {
        const std::size_t undefined = leaf_rank_ + kUndefined;
        return {
            .limit = kLimit,
            .reserved = kReserved,
            .undefined_name = undefined,
            .undefined_value = undefined,
        };
    }

    values::ExpressionKind kind_;
    Faults& faults_;
    PlaceholderResolver resolver_;
    std::size_t leaf_rank_ = kFirstLeaf;
};

}  // namespace

Result<Condition> analyze_condition(
    const syntax::SyntaxNode& root, const syntax::TokenStream& tokens, ExpressionScope& scope
) {
    Faults faults;
    if (tokens.has_redundant_parentheses()) {
        faults.report(kParentheses, errors::redundant_parentheses(tokens.kind()));
    }
    Condition condition = ConditionAnalysis(tokens.kind(), scope, faults).condition(root);
    STATOR_CHECK(faults.result());
    return condition;
}

}  // namespace stator::protocol::expression::analysis
