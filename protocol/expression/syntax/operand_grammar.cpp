#include "protocol/errors/expressions.hpp"
#include "protocol/expression/syntax/grammar.hpp"
#include "protocol/expression/syntax/reserved_words.hpp"

namespace stator::protocol::expression::syntax {
namespace {

Result<void> parse_name_step(TokenStream& tokens, SyntaxNode& path) {
    if (tokens.at_identifier()) {
        const std::string_view name = tokens.take().text;
        path.steps.push_back({PathStepKind::Identifier, name, is_reserved_word(name)});
        return {};
    }
    if (tokens.peek().kind != TokenKind::NameReference) return tokens.syntax_error();
    path.steps.push_back({PathStepKind::NameReference, tokens.take().text});
    return {};
}

Result<void> parse_index_step(TokenStream& tokens, SyntaxNode& path) {
    if (tokens.peek().kind != TokenKind::Integer) return tokens.syntax_error();
    path.steps.push_back({PathStepKind::Index, tokens.take().text});
    return tokens.expect_symbol("]");
}

// function := identifier "(" operand { "," operand } ")"
Result<SyntaxNode> parse_function(TokenStream& tokens) {
    SyntaxNode function{.kind = SyntaxKind::Function, .text = tokens.take().text};
    STATOR_CHECK(tokens.expect_symbol("("));
    if (!tokens.enter()) return errors::function_misused(tokens.kind(), function.text);
    do {
        STATOR_TRY(SyntaxNode argument, parse_operand(tokens));
        function.children.push_back(std::move(argument));
    } while (tokens.accept_symbol(","));
    STATOR_CHECK(tokens.expect_symbol(")"));
    tokens.leave();
    return function;
}

// Parses "(" operand ")". In conditions, the parentheses may also contain only the beginning of a
// path.
Result<SyntaxNode> parse_parenthesised_operand(TokenStream& tokens) {
    STATOR_CHECK(tokens.expect_symbol("("));
    if (!tokens.enter()) return errors::redundant_parentheses(tokens.kind());
    STATOR_TRY(SyntaxNode operand, parse_operand(tokens));
    STATOR_CHECK(tokens.expect_symbol(")"));
    tokens.leave();
    parenthesise(tokens, operand);
    const bool may_go_on =
        operand.kind == SyntaxKind::Path && tokens.kind() != values::ExpressionKind::Update;
    if (may_go_on) STATOR_CHECK(parse_path_steps(tokens, operand));
    return operand;
}

}  // namespace

Result<SyntaxNode> parse_path(TokenStream& tokens) {
    SyntaxNode path{.kind = SyntaxKind::Path};
    STATOR_CHECK(parse_name_step(tokens, path));
    STATOR_CHECK(parse_path_steps(tokens, path));
    return path;
}

Result<void> parse_path_steps(TokenStream& tokens, SyntaxNode& path) {
    while (true) {
        if (tokens.accept_symbol(".")) {
            STATOR_CHECK(parse_name_step(tokens, path));
        } else if (tokens.accept_symbol("[")) {
            STATOR_CHECK(parse_index_step(tokens, path));
        } else {
            return {};
        }
        path.parenthesised = false;
    }
}

Result<SyntaxNode> parse_operand(TokenStream& tokens) {
    if (tokens.at_symbol("(")) return parse_parenthesised_operand(tokens);
    if (tokens.peek().kind == TokenKind::ValueReference) {
        return SyntaxNode{.kind = SyntaxKind::Value, .text = tokens.take().text};
    }
    if (tokens.at_identifier() && tokens.at_symbol("(", 1)) return parse_function(tokens);
    return parse_path(tokens);
}

void parenthesise(TokenStream& tokens, SyntaxNode& node) {
    if (node.parenthesised) tokens.note_redundant_parentheses();
    node.parenthesised = true;
}

}  // namespace stator::protocol::expression::syntax
