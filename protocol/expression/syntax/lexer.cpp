#include "protocol/expression/syntax/lexer.hpp"

#include <algorithm>

namespace stator::protocol::expression::syntax {
namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Returns the length of the prefix of `text` whose characters satisfy the predicate.
template <class Predicate>
std::size_t run_length(std::string_view text, Predicate predicate) {
    const auto end = std::find_if_not(text.begin(), text.end(), predicate);
    return static_cast<std::size_t>(end - text.begin());
}

// Returns the length of the symbol at the start of `text`; 0 if there is none.
std::size_t symbol_length(std::string_view text) {
    if (text.starts_with("<>") || text.starts_with("<=") || text.starts_with(">=")) return 2;
    return std::string_view("=<>+-()[],.").find(text.front()) != std::string_view::npos ? 1 : 0;
}

// Returns the length of the first character, which may take several bytes.
std::size_t character_length(std::string_view text) {
    const auto is_continuation = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    };
    return 1 + run_length(text.substr(1), is_continuation);
}

// Returns the token at the start of `text`. Precondition: `text` is not empty and does not start
// with whitespace.
Token next_token(std::string_view text) {
    const char first = text.front();
    if (is_letter(first)) {
        return {TokenKind::Identifier, text.substr(0, run_length(text, is_word_character))};
    }
    if (is_digit(first)) {
        return {TokenKind::Integer, text.substr(0, run_length(text, is_digit))};
    }
    if (first == '#' || first == ':') {
        const std::size_t word = run_length(text.substr(1), is_word_character);
        const auto kind = first == '#' ? TokenKind::NameReference : TokenKind::ValueReference;
        if (word > 0) return {kind, text.substr(0, 1 + word)};
    }
    const std::size_t symbol = symbol_length(text);
    if (symbol > 0) return {TokenKind::Symbol, text.substr(0, symbol)};
    return {TokenKind::Unknown, text.substr(0, character_length(text))};
}

}  // namespace

bool is_word_character(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

std::vector<Token> tokenize(std::string_view text) {
    std::vector<Token> tokens;
    tokens.reserve(text.size() / 3 + 2);
    text.remove_prefix(run_length(text, is_blank));
    while (!text.empty()) {
        tokens.push_back(next_token(text));
        text.remove_prefix(tokens.back().text.size());
        text.remove_prefix(run_length(text, is_blank));
    }
    tokens.push_back({TokenKind::End, text});
    return tokens;
}

}  // namespace stator::protocol::expression::syntax
