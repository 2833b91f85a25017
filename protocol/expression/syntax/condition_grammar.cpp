// or   := and { OR and }           and := not { AND not }       not := { NOT } prim
// prim := "(" or ")" | comparison | function
//
// A parenthesis may open a condition or an operand; only the following tokens show which. Therefore
// the rules below return either, and code that needs a condition calls require_condition().
#include <array>

#include "protocol/errors/expressions.hpp"
#include "protocol/expression/syntax/grammar.hpp"

namespace stator::protocol::expression::syntax {
namespace {

Result<SyntaxNode> parse_or(TokenStream& tokens);

// A bare path or value is not a condition. The syntax error is reported at the token after it.
Result<void> require_condition(const TokenStream& tokens, const SyntaxNode& node) {
    if (!is_condition(node)) return tokens.syntax_error();
    return {};
}

std::optional<Comparator> comparator_at(const TokenStream& tokens) {
    constexpr std::array kComparators = {
        Comparator::Equal,
        Comparator::NotEqual,
        Comparator::Less,
        Comparator::LessOrEqual,
        Comparator::Greater,
        Comparator::GreaterOrEqual,
    };
    for (const Comparator comparator : kComparators) {
        if (tokens.at_symbol(comparator_text(comparator))) return comparator;
    }
    return std::nullopt;
}

Result<SyntaxNode> parse_compare(TokenStream& tokens, SyntaxNode left, Comparator comparator) {
    tokens.take();
    STATOR_CHECK(tokens.count_operator());
    STATOR_TRY(SyntaxNode right, parse_operand(tokens));
    SyntaxNode node{.kind = SyntaxKind::Compare, .comparator = comparator};
    node.children.push_back(std::move(left));
    node.children.push_back(std::move(right));
    return node;
}

// AWS: the AND inside BETWEEN belongs to BETWEEN and is not counted as another operator.
// [unconfirmed]
Result<SyntaxNode> parse_between(TokenStream& tokens, SyntaxNode left) {
    tokens.take();
    STATOR_CHECK(tokens.count_operator());
    STATOR_TRY(SyntaxNode lower, parse_operand(tokens));
    STATOR_CHECK(tokens.expect_keyword("AND"));
    STATOR_TRY(SyntaxNode upper, parse_operand(tokens));
    SyntaxNode node{.kind = SyntaxKind::Between};
    node.children.push_back(std::move(left));
    node.children.push_back(std::move(lower));
    node.children.push_back(std::move(upper));
    return node;
}

Result<SyntaxNode> parse_in(TokenStream& tokens, SyntaxNode left) {
    tokens.take();
    STATOR_CHECK(tokens.count_operator());
    SyntaxNode node{.kind = SyntaxKind::In};
    node.children.push_back(std::move(left));
    STATOR_CHECK(tokens.expect_symbol("("));
    do {
        STATOR_TRY(SyntaxNode candidate, parse_operand(tokens));
        node.children.push_back(std::move(candidate));
    } while (tokens.accept_symbol(","));
    STATOR_CHECK(tokens.expect_symbol(")"));
    return node;
}

// Parses "(" or ")", which may be an operand or the beginning of a path.
Result<SyntaxNode> parse_parenthesised(TokenStream& tokens) {
    tokens.take();
    if (!tokens.enter()) return errors::redundant_parentheses(tokens.kind());
    STATOR_TRY(SyntaxNode node, parse_or(tokens));
    STATOR_CHECK(tokens.expect_symbol(")"));
    tokens.leave();
    parenthesise(tokens, node);
    if (node.kind == SyntaxKind::Path) STATOR_CHECK(parse_path_steps(tokens, node));
    return node;
}

Result<SyntaxNode> parse_primary(TokenStream& tokens) {
    auto first = tokens.at_symbol("(") ? parse_parenthesised(tokens) : parse_operand(tokens);
    if (first.has_error() || !is_operand(*first)) return first;
    if (const auto comparator = comparator_at(tokens)) {
        return parse_compare(tokens, std::move(*first), *comparator);
    }
    if (tokens.at_keyword("BETWEEN")) return parse_between(tokens, std::move(*first));
    if (tokens.at_keyword("IN")) return parse_in(tokens, std::move(*first));
    return first;
}

Result<SyntaxNode> parse_not(TokenStream& tokens) {
    if (!tokens.accept_keyword("NOT")) return parse_primary(tokens);
    STATOR_CHECK(tokens.count_operator());
    STATOR_TRY(SyntaxNode child, parse_not(tokens));
    STATOR_CHECK(require_condition(tokens, child));
    SyntaxNode node{.kind = SyntaxKind::Not};
    node.children.push_back(std::move(child));
    return node;
}

using Rule = Result<SyntaxNode> (*)(TokenStream&);

// Parses operand { keyword operand } into one node with all its operands.
Result<SyntaxNode> parse_chain(
    TokenStream& tokens, Rule operand, std::string_view keyword, SyntaxKind kind
) {
    auto first = operand(tokens);
    if (first.has_error() || !tokens.at_keyword(keyword)) return first;
    STATOR_CHECK(require_condition(tokens, *first));
    SyntaxNode node{.kind = kind};
    node.children.push_back(std::move(*first));
    while (tokens.accept_keyword(keyword)) {
        STATOR_CHECK(tokens.count_operator());
        STATOR_TRY(SyntaxNode child, operand(tokens));
        STATOR_CHECK(require_condition(tokens, child));
        node.children.push_back(std::move(child));
    }
    return node;
}

Result<SyntaxNode> parse_and(TokenStream& tokens) {
    return parse_chain(tokens, parse_not, "AND", SyntaxKind::And);
}

Result<SyntaxNode> parse_or(TokenStream& tokens) {
    return parse_chain(tokens, parse_and, "OR", SyntaxKind::Or);
}

}  // namespace

Result<SyntaxNode> parse_condition_syntax(TokenStream& tokens) {
    STATOR_TRY(SyntaxNode root, parse_or(tokens));
    STATOR_CHECK(require_condition(tokens, root));
    if (!tokens.at_end()) return tokens.syntax_error();
    return root;
}

}  // namespace stator::protocol::expression::syntax
