#include "protocol/expression/syntax/token_stream.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::expression::syntax {
namespace {

using values::ExpressionKind;

// The syntax error of a projection after `tokens` tokens.
std::string error_behind(std::string_view text, int tokens) {
    TokenStream stream(text, ExpressionKind::Projection);
    for (int i = 0; i < tokens; ++i) stream.take();
    return stream.syntax_error().message;
}

std::string near(const std::string& token, const std::string& source) {
    return "Invalid ProjectionExpression: Syntax error; token: \"" + token + "\", near: \"" +
           source + "\"";
}

TEST(TokenStream, ShowsTheOffenderBetweenItsNeighbours) {
    EXPECT_EQ(error_behind("a  =\t= b", 2), near("=", "=\t= b"));
    EXPECT_EQ(error_behind("a-b", 1), near("-", "a-b"));
}

TEST(TokenStream, ShowsNeighboursOnlyIfTheyExist) {
    EXPECT_EQ(error_behind("INVALID SYNTAX HERE", 0), near("INVALID", "INVALID SYNTAX"));
    EXPECT_EQ(error_behind("VALUE 1", 1), near("1", "VALUE 1"));
    EXPECT_EQ(error_behind("VALUE 1  ", 1), near("1", "VALUE 1"));
    EXPECT_EQ(error_behind("!", 0), near("!", "!"));
}

TEST(TokenStream, CallsTheEndByItsName) {
    EXPECT_EQ(error_behind("a,", 2), near("<EOF>", ","));
    EXPECT_EQ(error_behind("foo ", 1), near("<EOF>", "foo"));
    EXPECT_EQ(error_behind("  ", 0), near("<EOF>", ""));
}

TEST(TokenStream, StaysAtItsEnd) {
    TokenStream stream("a", ExpressionKind::Condition);
    EXPECT_EQ(stream.take().text, "a");
    EXPECT_TRUE(stream.at_end());
    EXPECT_EQ(stream.take().kind, TokenKind::End);
    EXPECT_EQ(stream.peek(5).kind, TokenKind::End);
    EXPECT_TRUE(stream.at_end());
}

TEST(TokenStream, TakesOnlyExpectedTokens) {
    TokenStream stream("between (a", ExpressionKind::Condition);
    EXPECT_FALSE(stream.accept_symbol("between"));
    EXPECT_FALSE(stream.accept_keyword("AND"));
    EXPECT_TRUE(stream.expect_keyword("IN").has_error());
    EXPECT_TRUE(stream.expect_keyword("BETWEEN"));
    EXPECT_TRUE(stream.at_symbol("("));
    EXPECT_FALSE(stream.at_symbol("(", 1));
    EXPECT_TRUE(stream.expect_symbol(")").has_error());
    EXPECT_TRUE(stream.expect_symbol("("));
    EXPECT_EQ(stream.peek().text, "a");
}

TEST(TokenStream, KeepsTheKeywordsOfItsKindFromBeingIdentifiers) {
    struct Case {
        ExpressionKind kind;
        std::string keywords;
    };

    const std::vector<std::string> words = {
        "AND", "or", "Not", "BETWEEN", "IN", "SET", "remove", "Add", "DELETE", "a"};
    const std::vector<Case> cases = {
        {ExpressionKind::Condition, "AND or Not BETWEEN IN "},
        {ExpressionKind::Filter, "AND or Not BETWEEN IN "},
        {ExpressionKind::KeyCondition, "AND or Not BETWEEN IN "},
        {ExpressionKind::Update, "SET remove Add DELETE "},
        {ExpressionKind::Projection, ""},
    };
    for (const Case& each : cases) {
        std::string refused;
        for (const std::string& word : words) {
            if (!TokenStream(word, each.kind).at_identifier()) refused.append(word).append(" ");
        }
        EXPECT_EQ(refused, each.keywords);
    }
    EXPECT_FALSE(TokenStream("#a", ExpressionKind::Projection).at_identifier());
}

TEST(TokenStream, CountsThreeHundredOperators) {
    TokenStream stream("a", ExpressionKind::Filter);
    for (int i = 0; i < 300; ++i) ASSERT_TRUE(stream.count_operator()) << i;
    const auto refused = stream.count_operator();
    ASSERT_TRUE(refused.has_error());
    EXPECT_EQ(
        refused.error().message,
        "Invalid FilterExpression: The expression contains too many operators; operator count: 301"
    );
}

TEST(TokenStream, BoundsNestingNotTheNumberOfPairs) {
    TokenStream stream("a", ExpressionKind::Condition);
    for (int i = 0; i < 100'000; ++i) {
        ASSERT_TRUE(stream.enter());
        stream.leave();
    }
    int levels = 0;
    while (levels < 100'000 && stream.enter()) ++levels;
    EXPECT_GE(levels, 301);
    EXPECT_LT(levels, 4'096);
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
