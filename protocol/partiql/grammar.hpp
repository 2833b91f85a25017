// Grammar: the recursive-descent parser behind parse_statement(). Statements are terms of
// expressions, as in PartiQL's own grammar. Therefore EXISTS(SELECT …) is a call and `x IS INT4` is
// a statement.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/partiql/lexer.hpp"
#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {

class Grammar {
public:
    explicit Grammar(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    // Parses a whole expression, followed by at most one semicolon. AWS: a malformed text that does
    // not begin with a keyword always yields the same error. [case ExecuteStatement/syntax_errors]
    Result<SyntaxNode> complete_statement();

    std::size_t parameters() const { return parameters_; }

private:
    Result<SyntaxNode> whole_expression();

    // An operator between two operands: the number of its tokens and its precedence.
    struct Infix {
        NodeKind kind = NodeKind::Equal;
        std::size_t tokens = 1;
        int precedence = 0;
        bool negated = false;
    };

    // The tokens.
    const Token& peek(std::size_t ahead = 0) const;
    bool at_keyword(std::string_view word, std::size_t ahead = 0) const;

    bool at_symbol(std::string_view symbol) const { return peek().is_symbol(symbol); }

    const Token& take();
    bool take_keyword(std::string_view word);
    bool take_symbol(std::string_view symbol);
    // Error: `fault`, if the next token is a different one.
    Result<void> expect_symbol(std::string_view symbol, errors::SyntaxFault fault);
    static SyntaxNode node_at(NodeKind kind, const Token& token);

    // Expressions.
    Result<SyntaxNode> expression(int precedence = 0);
    Result<SyntaxNode> operators(int precedence);
    Infix infix() const;
    Result<SyntaxNode> with_right_side(SyntaxNode left, const Infix& infix);
    Result<SyntaxNode> is_type(SyntaxNode left, SyntaxNode node);
    Result<SyntaxNode> between(SyntaxNode left, SyntaxNode node, int precedence);
    Result<SyntaxNode> in_collection(SyntaxNode left, SyntaxNode node, int precedence);
    Result<SyntaxNode> unary();
    Result<SyntaxNode> signed_term();
    Result<SyntaxNode> path_term();
    Result<SyntaxNode> steps(SyntaxNode root);
    Result<SyntaxNode> bracket_step();
    Result<SyntaxNode> term();
    Result<SyntaxNode> keyword_term();
    Result<SyntaxNode> symbol_term();
    Result<SyntaxNode> call();
    Result<SyntaxNode> group();
    Result<SyntaxNode> tuple();
    // Parses elements up to the closing symbol, and consumes it.
    Result<SyntaxNode> sequence(NodeKind kind, std::string_view closing);

    // Statements. The next token is the statement's first keyword.
    Result<SyntaxNode> statement();
    Result<void> select(StatementSyntax& statement);
    Result<void> select_list(StatementSyntax& statement);
    Result<void> order_by(StatementSyntax& statement);
    Result<void> insert(StatementSyntax& statement);
    Result<void> update(StatementSyntax& statement);
    Result<void> from_first(StatementSyntax& statement);
    Result<void> remove(StatementSyntax& statement);  // DELETE
    Result<void> assignments(StatementSyntax& statement);
    Result<void> where(StatementSyntax& statement);
    Result<void> returning(StatementSyntax& statement);
    Result<SyntaxNode> simple_path();
    void alias(StatementSyntax& statement);
    void refused_clauses(StatementSyntax& statement);

    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    std::size_t depth_ = 0;
    std::size_t parameters_ = 0;
};

}  // namespace stator::protocol::partiql
