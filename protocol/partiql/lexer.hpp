// The lexer of PartiQL: splits a statement into tokens, without comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/values/text_position.hpp"

namespace stator::protocol::partiql {

enum class TokenKind : unsigned char {
    Keyword,           // text in lower case; true, false, null and missing included
    Identifier,        // bare
    QuotedIdentifier,  // text without the quotes
    String,            // text without the quotes
    Number,            // text as written, without sign
    Parameter,         // ?
    Symbol,            // = <> != < <= > >= + - * / % || . , ; : ( ) [ ] { } << >>
    End,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text;
    values::TextPosition position;

    bool is_keyword(std::string_view word) const {
        return kind == TokenKind::Keyword && text == word;
    }

    bool is_symbol(std::string_view symbol) const {
        return kind == TokenKind::Symbol && text == symbol;
    }
};

// Returns the tokens of the statement, followed by one End token. Errors: an invalid character,
// comment, quotation or number.
Result<std::vector<Token>> tokenize(std::string_view statement);

}  // namespace stator::protocol::partiql
