// The lexer of the expression languages. It never fails: an unknown character becomes an Unknown
// token, which all grammars reject.
#pragma once

#include <string_view>
#include <vector>

namespace stator::protocol::expression::syntax {

enum class TokenKind : unsigned char {
    Identifier,      // [A-Za-z][A-Za-z0-9_]*, keywords included
    NameReference,   // #[A-Za-z0-9_]+
    ValueReference,  // :[A-Za-z0-9_]+
    Integer,         // [0-9]+
    Symbol,          // = <> < <= > >= + - ( ) [ ] , .
    Unknown,
    End,
};

// A value. `text` points into the expression, even for End, whose text is empty.
struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;
};

// Returns the tokens of the text, followed by one End token.
std::vector<Token> tokenize(std::string_view text);

// Returns true for [A-Za-z0-9_], the characters of a placeholder after its '#' or ':'.
bool is_word_character(char c);

}  // namespace stator::protocol::expression::syntax
