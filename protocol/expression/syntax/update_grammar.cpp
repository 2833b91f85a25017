// update  := section { section }
// section := SET set {"," set} | REMOVE path {"," path} | ADD path valueref {"," …}
//          | DELETE path valueref {"," …}
#include <optional>

#include "protocol/errors/expressions.hpp"
#include "protocol/expression/syntax/grammar.hpp"

namespace stator::protocol::expression::syntax {
namespace {

std::optional<UpdateActionKind> accept_section(TokenStream& tokens) {
    if (tokens.accept_keyword("SET")) return UpdateActionKind::Set;
    if (tokens.accept_keyword("REMOVE")) return UpdateActionKind::Remove;
    if (tokens.accept_keyword("ADD")) return UpdateActionKind::Add;
    if (tokens.accept_keyword("DELETE")) return UpdateActionKind::Delete;
    return std::nullopt;
}

// Parses [ ("+"|"-") operand ] after the left operand. AWS: an assignment has at most one operator.
// [case update_expressions/arithmetic]
Result<SyntaxNode> parse_sum_tail(TokenStream& tokens, SyntaxNode left) {
    if (!tokens.at_symbol("+") && !tokens.at_symbol("-")) return left;
    SyntaxNode sum{.kind = tokens.at_symbol("+") ? SyntaxKind::Plus : SyntaxKind::Minus};
    tokens.take();
    STATOR_TRY(SyntaxNode right, parse_operand(tokens));
    sum.children.push_back(std::move(left));
    sum.children.push_back(std::move(right));
    return sum;
}

Result<SyntaxNode> parse_sum(TokenStream& tokens) {
    STATOR_TRY(SyntaxNode left, parse_operand(tokens));
    return parse_sum_tail(tokens, std::move(left));
}

// The parentheses contain the whole right-hand side or only the left operand.
Result<SyntaxNode> parse_parenthesised_value(TokenStream& tokens) {
    tokens.take();
    if (!tokens.enter()) return errors::redundant_parentheses(tokens.kind());
    STATOR_TRY(SyntaxNode value, parse_sum(tokens));
    STATOR_CHECK(tokens.expect_symbol(")"));
    tokens.leave();
    parenthesise(tokens, value);
    if (!is_operand(value)) return value;
    return parse_sum_tail(tokens, std::move(value));
}

Result<SyntaxNode> parse_set_value(TokenStream& tokens) {
    return tokens.at_symbol("(") ? parse_parenthesised_value(tokens) : parse_sum(tokens);
}

Result<SyntaxNode> parse_value_reference(TokenStream& tokens) {
    if (tokens.peek().kind != TokenKind::ValueReference) return tokens.syntax_error();
    return SyntaxNode{.kind = SyntaxKind::Value, .text = tokens.take().text};
}

Result<UpdateClause> parse_clause(TokenStream& tokens, UpdateActionKind kind) {
    UpdateClause clause{.kind = kind, .path = {}, .value = {}};
    STATOR_TRY(clause.path, parse_path(tokens));
    switch (kind) {
        case UpdateActionKind::Remove: break;
        case UpdateActionKind::Set: {
            STATOR_CHECK(tokens.expect_symbol("="));
            STATOR_TRY(clause.value, parse_set_value(tokens));
            break;
        }
        case UpdateActionKind::Add:
        case UpdateActionKind::Delete: {
            STATOR_TRY(clause.value, parse_value_reference(tokens));
            break;
        }
    }
    return clause;
}

}  // namespace

Result<UpdateSyntax> parse_update_syntax(TokenStream& tokens) {
    UpdateSyntax update;
    do {
        const auto section = accept_section(tokens);
        if (!section) return tokens.syntax_error();
        update.sections.push_back(*section);
        do {
            STATOR_TRY(UpdateClause clause, parse_clause(tokens, *section));
            update.clauses.push_back(std::move(clause));
        } while (tokens.accept_symbol(","));
    } while (!tokens.at_end());
    return update;
}

}  // namespace stator::protocol::expression::syntax
