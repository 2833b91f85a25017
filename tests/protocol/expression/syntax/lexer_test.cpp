#include "protocol/expression/syntax/lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::expression::syntax {
namespace {

std::string_view kind_text(TokenKind kind) {
    switch (kind) {
        case TokenKind::Identifier: return "word";
        case TokenKind::NameReference: return "name";
        case TokenKind::ValueReference: return "value";
        case TokenKind::Integer: return "integer";
        case TokenKind::Symbol: return "symbol";
        case TokenKind::Unknown: return "unknown";
        case TokenKind::End: return "end";
    }
    return "";
}

// The tokens as "word:a symbol:=", without the End token, which every text has.
std::string tokens_of(std::string_view text) {
    const auto tokens = tokenize(text);
    EXPECT_EQ(tokens.back().kind, TokenKind::End) << text;
    std::string result;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (i > 0) result.append(" ");
        result.append(kind_text(tokens[i].kind)).append(":").append(tokens[i].text);
    }
    return result;
}

struct LexerCase {
    std::string text;
    std::string tokens;
};

void expect_tokens(const std::vector<LexerCase>& cases) {
    for (const LexerCase& each : cases) EXPECT_EQ(tokens_of(each.text), each.tokens) << each.text;
}

TEST(ExpressionLexer, ReadsWordsReferencesAndIntegers) {
    expect_tokens({
        {"", ""},
        {"a1_B", "word:a1_B"},
        {"AND", "word:AND"},
        {"#a", "name:#a"},
        {"#_9", "name:#_9"},
        {":0", "value::0"},
        {"007", "integer:007"},
        {"9a", "integer:9 word:a"},
        {"tenant:abc-x", "word:tenant value::abc symbol:- word:x"},
    });
}

TEST(ExpressionLexer, TakesTheLongestSymbol) {
    expect_tokens({
        {"=<>", "symbol:= symbol:<>"},
        {"<=>=", "symbol:<= symbol:>="},
        {"><", "symbol:> symbol:<"},
        {"< =", "symbol:< symbol:="},
        {"==", "symbol:= symbol:="},
        {"+-()[],.", "symbol:+ symbol:- symbol:( symbol:) symbol:[ symbol:] symbol:, symbol:."},
    });
}

TEST(ExpressionLexer, SkipsFourKindsOfSpaces) {
    expect_tokens({
        {" \t\r\n", ""},
        {"a . b\t[\r0\n]", "word:a symbol:. word:b symbol:[ integer:0 symbol:]"},
    });
    EXPECT_EQ(tokens_of("a\vb"), "word:a unknown:\v word:b");
}

TEST(ExpressionLexer, MakesUnknownCharactersSingleTokens) {
    expect_tokens({
        {"!!", "unknown:! unknown:!"},
        {"_a", "unknown:_ word:a"},
        {"#", "unknown:#"},
        {"##a", "unknown:# name:#a"},
        {":-", "unknown:: symbol:-"},
        {"é😀", "unknown:é unknown:😀"},
        {"aé", "word:a unknown:é"},
        {"'x'", "unknown:' word:x unknown:'"},
    });
}

TEST(ExpressionLexer, EndsWithAnEmptyTokenInTheText) {
    const std::string_view text = "a ";
    const auto tokens = tokenize(text);
    EXPECT_EQ(tokens.back().text, "");
    EXPECT_EQ(tokens.back().text.data(), text.data() + text.size());
}

TEST(WordCharacter, IsALetterADigitOrAnUnderscore) {
    for (const char c : std::string("azAZ09_")) EXPECT_TRUE(is_word_character(c)) << c;
    for (const char c : std::string("-.#:@[`{/ \xC3")) EXPECT_FALSE(is_word_character(c)) << c;
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
