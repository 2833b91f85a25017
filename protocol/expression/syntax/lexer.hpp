// The lexer of the expression languages: text to tokens, never failing. What it does not know
// becomes a one-character Unknown token, which every grammar refuses.
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

// A value; `text` borrows from the expression, also for End, whose text is empty.
struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;
};

// The tokens of the text, with one End token behind them.
std::vector<Token> tokenize(std::string_view text);

// True for [A-Za-z0-9_], what a placeholder is made of.
bool is_word_character(char c);

}  // namespace stator::protocol::expression::syntax
