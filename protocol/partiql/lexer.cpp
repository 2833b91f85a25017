#include "protocol/partiql/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "protocol/errors/partiql.hpp"
#include "protocol/partiql/keywords.hpp"

namespace stator::protocol::partiql {
namespace {

constexpr std::array<std::string_view, 7> kLongSymbols = {"<<", ">>", "<=", ">=", "<>", "!=", "||"};
constexpr std::string_view kSymbols = "=<>+-*/%.,;:()[]{}";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool continues_name(char c) {
    return begins_name(c) || is_digit(c);
}

// Returns true for a single-byte character and for the first byte of a longer UTF-8 character.
bool begins_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

bool fits_int32(std::int64_t value) {
    return value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
}

// Returns the decimal number after 'e'. Limits huge numbers to a huge value instead of overflowing.
std::int64_t exponent_value(std::string_view text) {
    constexpr std::int64_t kHuge = std::int64_t{1} << 40;
    const bool negative = text.front() == '-';
    std::int64_t value = 0;
    for (const char c : text) {
        if (is_digit(c)) value = std::min(value * 10 + (c - '0'), kHuge);
    }
    return negative ? -value : value;
}

ApiError unreadable() {
    return errors::syntax_fault(errors::SyntaxFault::UnreadableToken);
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Result<std::vector<Token>> run() {
        std::vector<Token> tokens;
        while (true) {
            STATOR_CHECK(skip_blanks());
            begin_ = at_;
            begin_position_ = here_;
            STATOR_TRY(Token token, next());
            token.position = begin_position_;
            token.position.length = characters(text_.substr(begin_, at_ - begin_));
            tokens.push_back(std::move(token));
            if (tokens.back().kind == TokenKind::End) return tokens;
        }
    }

private:
    static std::size_t characters(std::string_view text) {
        return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
    }

    bool at_end() const { return at_ == text_.size(); }

    // Returns the byte `ahead` positions after the current one; 0 past the end.
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void advance(std::size_t bytes = 1) {
        for (; bytes > 0; --bytes) {
            const char c = text_[at_++];
            if (c == '\n') {
                ++here_.line;
                here_.column = 1;
            } else if (begins_character(c)) {
                ++here_.column;
            }
        }
    }

    // Skips whitespace and comments.
    Result<void> skip_blanks() {
        while (!at_end()) {
            const char c = peek();
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                advance();
            } else if (c == '-' && peek(1) == '-') {
                while (!at_end() && peek() != '\n') advance();
            } else if (c == '/' && peek(1) == '*') {
                const std::size_t end = text_.find("*/", at_ + 2);
                if (end == std::string_view::npos) return unreadable();
                advance(end + 2 - at_);
            } else {
                break;
            }
        }
        return {};
    }

    Result<Token> next() {
        if (at_end()) return Token{};
        const char c = peek();
        if (begins_name(c)) return word();
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        if (c == '\'') return quoted(TokenKind::String);
        if (c == '"') return quoted(TokenKind::QuotedIdentifier);
        if (c == '?') {
            advance();
            return Token{TokenKind::Parameter, "?", {}};
        }
        return symbol();
    }

    Token word() {
        while (continues_name(peek())) advance();
        const std::string_view text = text_.substr(begin_, at_ - begin_);
        std::string lower = lower_case(text);
        if (is_keyword(lower)) return {TokenKind::Keyword, std::move(lower), {}};
        return {TokenKind::Identifier, std::string(text), {}};
    }

    // A quote inside is doubled.
    Result<Token> quoted(TokenKind kind) {
        const char quote = peek();
        std::string content;
        advance();
        while (!at_end()) {
            const char c = peek();
            advance();
            if (c == quote) {
                if (peek() != quote) return Token{kind, std::move(content), {}};
                advance();
            }
            content.push_back(c);
        }
        return unreadable();
    }

    std::size_t digits() {
        const std::size_t first = at_;
        while (is_digit(peek())) advance();
        return at_ - first;
    }

    // AWS: exponent and scale must fit 32 bits. [case ExecuteStatement/number_literal_limits]
    Result<Token> number() {
        digits();
        std::int64_t scale = 0;
        if (peek() == '.') {
            advance();
            scale = static_cast<std::int64_t>(digits());
        }
        if (peek() == 'e' || peek() == 'E') {
            advance();
            const std::size_t first = at_;
            if (peek() == '+' || peek() == '-') advance();
            if (digits() == 0) return unreadable();
            const std::int64_t exponent = exponent_value(text_.substr(first, at_ - first));
            if (!fits_int32(exponent) || !fits_int32(scale - exponent)) return unreadable();
        }
        return Token{TokenKind::Number, std::string(text_.substr(begin_, at_ - begin_)), {}};
    }

    Result<Token> symbol() {
        const std::string_view two = text_.substr(at_, 2);
        const bool is_long =
            std::find(kLongSymbols.begin(), kLongSymbols.end(), two) != kLongSymbols.end();
        if (!is_long && kSymbols.find(peek()) == std::string_view::npos) return unreadable();
        advance(is_long ? 2 : 1);
        return Token{TokenKind::Symbol, std::string(text_.substr(begin_, at_ - begin_)), {}};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    values::TextPosition here_;
    std::size_t begin_ = 0;
    values::TextPosition begin_position_;
};

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view statement) {
    return Lexer(statement).run();
}

}  // namespace stator::protocol::partiql
