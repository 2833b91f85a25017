#include "protocol/expression/syntax/syntax_cache.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/expression/syntax/grammar.hpp"

namespace stator::protocol::expression::syntax {
namespace {

using Conditions = SyntaxCache<SyntaxNode>;

class SyntaxCacheTest : public ::testing::Test {
protected:
    Conditions cache_{values::ExpressionKind::Condition, &parse_condition_syntax};
};

TEST_F(SyntaxCacheTest, ParsesATextOnce) {
    const std::string text = "attribute_exists(a) AND b = :c";
    const auto* first = cache_.find_or_parse(text).value();
    const auto* second = cache_.find_or_parse(std::string(text)).value();
    EXPECT_EQ(first, second);
    EXPECT_EQ(second->tree.kind, SyntaxKind::And);
    EXPECT_NE(cache_.find_or_parse("b = :c").value(), second);
}

// The tree refers to the cache's own text, not to the caller's.
TEST_F(SyntaxCacheTest, OutlivesTheText) {
    std::string text = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = :bbbbbbbbbbbbbbbbbbbbbbbbbbb";
    const auto* parsed = cache_.find_or_parse(text).value();
    text.assign(text.size(), '#');
    EXPECT_EQ(parsed->tree.children[1].text, ":bbbbbbbbbbbbbbbbbbbbbbbbbbb");
}

TEST_F(SyntaxCacheTest, FindsAFaultEveryTime) {
    const std::string first = cache_.find_or_parse("a = ").error().message;
    EXPECT_EQ(cache_.find_or_parse("a = ").error().message, first);
    EXPECT_TRUE(cache_.find_or_parse("a = :b").has_value());
}

TEST_F(SyntaxCacheTest, ForgetsTextsIfItHasTooMany) {
    for (int i = 0; i < 1'000; ++i) {
        const std::string name = "a" + std::to_string(i);
        const auto* parsed = cache_.find_or_parse(name + " = :b").value();
        EXPECT_EQ(parsed->tree.children[0].steps[0].text, name);
    }
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
