// TokenStream: the tokens of one expression and the parser's current position. Creates syntax
// errors, counts operators and nesting, and records redundant parentheses. Not thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/expression/syntax/lexer.hpp"

namespace stator::protocol::expression::syntax {

class TokenStream {
public:
    // `text` must outlive the stream and the trees parsed from it.
    TokenStream(std::string_view text, values::ExpressionKind kind);

    TokenStream(const TokenStream&) = delete;
    TokenStream& operator=(const TokenStream&) = delete;

    values::ExpressionKind kind() const { return kind_; }

    // Returns the token `ahead` positions after the current one; past the end, the End token.
    const Token& peek(std::size_t ahead = 0) const;
    const Token& take();

    bool at_end() const { return peek().kind == TokenKind::End; }

    bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const;
    // `keyword`: in upper case. Matches any case.
    bool at_keyword(std::string_view keyword) const;
    // Returns true at an identifier that is not a keyword of this kind of expression.
    bool at_identifier() const;

    // accept_… consumes the token if it matches and returns whether it does. expect_… consumes it
    // or returns syntax_error().
    bool accept_symbol(std::string_view symbol);
    bool accept_keyword(std::string_view keyword);
    Result<void> expect_symbol(std::string_view symbol);
    Result<void> expect_keyword(std::string_view keyword);

    // Returns "Syntax error; token …, near …" for the current token.
    ApiError syntax_error() const;

    // Counts one operator. Error: the 301st operator. AWS: operators are counted while parsing, so
    // this error precedes all semantic errors. [case expressions/operator_limit]
    Result<void> count_operator();

    // Limit the nesting of parentheses and calls. enter() returns false if the nesting is deeper
    // than in any valid expression: 300 operators and 32 path elements, each in parentheses.
    bool enter() { return ++depth_ <= kMaxDepth; }

    void leave() { --depth_; }

    void note_redundant_parentheses() { redundant_parentheses_ = true; }

    bool has_redundant_parentheses() const { return redundant_parentheses_; }

private:
    static constexpr std::size_t kMaxDepth = 350;

    std::vector<Token> tokens_;
    std::size_t position_ = 0;
    std::size_t operators_ = 0;
    std::size_t depth_ = 0;
    values::ExpressionKind kind_;
    bool redundant_parentheses_ = false;
};

}  // namespace stator::protocol::expression::syntax
