#include "protocol/expression/syntax/token_stream.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/expression/syntax/reserved_words.hpp"

namespace stator::protocol::expression::syntax {
namespace {

constexpr std::array<std::string_view, 5> kConditionKeywords = {
    "AND", "OR", "NOT", "BETWEEN", "IN"};
constexpr std::array<std::string_view, 4> kUpdateKeywords = {"SET", "REMOVE", "ADD", "DELETE"};

std::span<const std::string_view> keywords_of(values::ExpressionKind kind) {
    switch (kind) {
        case values::ExpressionKind::Condition:
        case values::ExpressionKind::Filter:
        case values::ExpressionKind::KeyCondition:
        case values::ExpressionKind::SearchCondition: return kConditionKeywords;
        case values::ExpressionKind::Update: return kUpdateKeywords;
        case values::ExpressionKind::Projection:
        case values::ExpressionKind::Statement: return {};
    }
    return {};
}

// Returns the source from the start of `first` to the end of `last`, with its spacing.
std::string_view source_between(std::string_view first, std::string_view last) {
    const char* end = last.data() + last.size();
    return {first.data(), static_cast<std::size_t>(end - first.data())};
}

}  // namespace

TokenStream::TokenStream(std::string_view text, values::ExpressionKind kind)
    : tokens_(tokenize(text)), kind_(kind) {}

const Token& TokenStream::peek(std::size_t ahead) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

const Token& TokenStream::take() {
    const Token& token = peek();
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
}

bool TokenStream::at_symbol(std::string_view symbol, std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == TokenKind::Symbol && token.text == symbol;
}

bool TokenStream::at_keyword(std::string_view keyword) const {
    return peek().kind == TokenKind::Identifier && equals_ignoring_case(peek().text, keyword);
}

bool TokenStream::at_identifier() const {
    if (peek().kind != TokenKind::Identifier) return false;
    const auto keywords = keywords_of(kind_);
    return std::none_of(keywords.begin(), keywords.end(), [&](std::string_view keyword) {
        return at_keyword(keyword);
    });
}

bool TokenStream::accept_symbol(std::string_view symbol) {
    if (!at_symbol(symbol)) return false;
    take();
    return true;
}

bool TokenStream::accept_keyword(std::string_view keyword) {
    if (!at_keyword(keyword)) return false;
    take();
    return true;
}

Result<void> TokenStream::expect_symbol(std::string_view symbol) {
    if (!accept_symbol(symbol)) return syntax_error();
    return {};
}

Result<void> TokenStream::expect_keyword(std::string_view keyword) {
    if (!accept_keyword(keyword)) return syntax_error();
    return {};
}

ApiError TokenStream::syntax_error() const {
    const std::string_view offender = peek().text;
    const std::string_view before = position_ > 0 ? tokens_[position_ - 1].text : offender;
    if (at_end()) return errors::syntax_error(kind_, "<EOF>", before);
    const Token& next = peek(1);
    const std::string_view after = next.kind == TokenKind::End ? offender : next.text;
    return errors::syntax_error(kind_, offender, source_between(before, after));
}

Result<void> TokenStream::count_operator() {
    if (++operators_ > kMaxExpressionOperators) return errors::too_many_operators(kind_);
    return {};
}

}  // namespace stator::protocol::expression::syntax
