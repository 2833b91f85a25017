#include "conformance/base/json.hpp"

#include <gtest/gtest.h>

namespace stator::conformance {
namespace {

std::string error_of(std::string_view text) {
    try {
        parse_json(text);
        return "";
    } catch (const JsonError& error) {
        return error.what();
    }
}

TEST(ParseJson, RefusesTextThatIsNotUtf8) {
    EXPECT_THROW(parse_json("{\"message\":\"\xff\"}"), JsonError);
    EXPECT_EQ(error_of("{\"message\":\"\xc3\xbc\"}"), "");
}

TEST(Json, ReportsLineAndColumnOfAnError) {
    EXPECT_EQ(error_of("{\n  \"a\": 1,\n  b\n}").substr(0, 19), "line 3, column 3: M");
    EXPECT_EQ(error_of("").substr(0, 16), "line 1, column 1");
    EXPECT_EQ(error_of("{} x").substr(0, 16), "line 1, column 4");
}

TEST(Json, KeepsTheOrderOfMembers) {
    EXPECT_EQ(to_text(parse_json(R"({"b": 1, "a": [true, null]})")), R"({"b":1,"a":[true,null]})");
}

TEST(Json, ParsesAnyDepth) {
    const std::string deep(200'000, '[');
    EXPECT_EQ(error_of(deep + std::string(200'000, ']')), "");
}

TEST(Json, ComparesNumbersByValue) {
    const struct {
        const char* left;
        const char* right;
        bool are_equal;
    } cases[] = {
        {"1", "1.0", true},
        {"100", "1e2", true},
        {"1", "2", false},
        {"-1", "18446744073709551615", false},
        {"9007199254740993", "9007199254740992", false},
        {"18446744073709551615", "18446744073709551614", false},
        {"0.5", "0.50", true},
    };

    for (const auto& one : cases) {
        EXPECT_EQ(numbers_equal(parse_json(one.left), parse_json(one.right)), one.are_equal)
            << one.left << " and " << one.right;
    }
}

TEST(Json, AbbreviatesAtTheBorderOfACharacter) {
    EXPECT_EQ(abbreviate("abc", 3), "abc");
    EXPECT_EQ(abbreviate("abcd", 3), "abc… (4 bytes)");
    EXPECT_EQ(abbreviate("aäb", 2), "a… (4 bytes)");
    EXPECT_EQ(abbreviate("äöü", 4), "äö… (6 bytes)");
    EXPECT_EQ(abbreviate("", 2), "");
}

TEST(Json, AbbreviatesLongRunsOfACharacter) {
    const std::string run(65, 'x');
    EXPECT_EQ(abbreviate("a" + run + "b", 100), "a‹x × 65›b");
    EXPECT_EQ(abbreviate(run.substr(1), 100), run.substr(1));
}

TEST(Json, FindsMembersOfObjectsOnly) {
    const JsonDocument object = parse_json(R"({"a": 1})");
    ASSERT_NE(find_member(object, "a"), nullptr);
    EXPECT_EQ(find_member(object, "b"), nullptr);
    EXPECT_EQ(find_member(parse_json("[1]"), "a"), nullptr);
}

}  // namespace
}  // namespace stator::conformance
