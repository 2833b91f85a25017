#include "conformance/matching/matcher.hpp"

#include <gtest/gtest.h>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

/// The paths that differ, or `=`, or the error.
std::string differences(std::string_view expected, std::string_view got) {
    try {
        const JsonDocument value = parse_json(got);
        std::string text;
        for (const Difference& one : compare(parse_json(expected), &value)) {
            text += (text.empty() ? "" : " ") + (one.path.empty() ? "/" : one.path);
        }
        return text.empty() ? "=" : text;
    } catch (const CaseError& error) {
        return error.what();
    }
}

struct MatchCase {
    const char* expected;
    const char* got;
    const char* differences;
};

void expect_all(std::initializer_list<MatchCase> cases) {
    for (const MatchCase& one : cases) {
        EXPECT_EQ(differences(one.expected, one.got), one.differences)
            << one.expected << " against " << one.got;
    }
}

TEST(Matcher, ComparesPlainValues) {
    expect_all({
        {"1", "1.0", "="},
        {"1", "2", "/"},
        {"1", R"("1")", "/"},
        {"true", "true", "="},
        {"true", "false", "/"},
        {"null", "null", "="},
        {"null", "0", "/"},
        {R"("a")", R"("a")", "="},
        {R"("a")", R"("b")", "/"},
        {"[1, 2]", "[1, 2]", "="},
        {"[1, 2]", "[2, 1]", "/0 /1"},
        {"[1, 2]", "[1]", "/1"},
        {"[1]", "[1, 2, 3]", "/1"},
        {"{}", "[]", "/"},
    });
}

TEST(Matcher, ComparesObjectsWhole) {
    expect_all({
        {R"({"a": 1, "b": 2})", R"({"b": 2, "a": 1})", "="},
        {R"({"a": 1})", R"({"a": 1, "b": 2})", "/b"},
        {R"({"a": 1, "b": 2})", R"({"a": 1})", "/b"},
        {R"({"a": {"b": [1]}})", R"({"a": {"b": [2]}})", "/a/b/0"},
        {R"({"a/b": 1, "~": 1})", R"({"a/b": 2, "~": 2})", "/a~1b /~0"},
        {R"({"$$a": 1})", R"({"$a": 1})", "="},
        {R"({"$$a": 1})", R"({"$a": 2})", "/$a"},
        {"{}", R"({"$a": 2})", "/$a"},
        {R"({"": 1})", R"({"": 1})", "="},
    });
}

TEST(Matcher, MatchesPartsAndOrders) {
    expect_all({
        {R"({"$partial": {"a": 1}})", R"({"a": 1, "b": 2})", "="},
        {R"({"$partial": {"a": 1}})", R"({"b": 2})", "/a"},
        {R"({"$partial": {"a": {"b": 1}}})", R"({"a": {"b": 1, "c": 1}})", "/a/c"},
        {R"({"$partial": {}})", "[]", "/"},
        {R"({"$unordered": [1, 2, 2]})", "[2, 1, 2]", "="},
        {R"({"$unordered": [1, 2, 2]})", "[2, 1, 1]", "/ /2"},
        {R"({"$unordered": [1]})", "[1, 2]", "/1"},
        {R"({"$unordered": [{"$exists": true}, 1]})", "[1, 2]", "="},
        {R"({"$unordered": []})", "{}", "/"},
        {R"({"SS": {"$set": ["b", "a"]}})", R"({"SS": ["a", "b"]})", "="},
        {R"({"SS": {"$set": ["b", "a"]}})", R"({"SS": ["a", "c"]})", "/SS /SS/1"},
    });
}

TEST(Matcher, MatchesTexts) {
    expect_all({
        {R"({"$contains": "b"})", R"("abc")", "="},
        {R"({"$contains": "x"})", R"("abc")", "/"},
        {R"({"$contains": "x"})", R"(["x", "y"])", "="},
        {R"({"$contains": {"$number": {"min": 5}}})", "[1, 6]", "="},
        {R"({"$contains": {"$number": {"min": 5}}})", "[1, 2]", "/"},
        {R"({"$regex": "a.c"})", R"("abc")", "="},
        {R"({"$regex": "a.c"})", R"("abcd")", "/"},
        {R"({"$regex": "a|abc"})", R"("abc")", "="},
        {R"({"$regex": ".*"})", "1", "/"},
    });
}

TEST(Matcher, MatchesAlternatives) {
    expect_all({
        {R"({"$any_of": [1, "a"]})", R"("a")", "="},
        {R"({"$any_of": [1, "a"]})", "2", "/"},
        {R"({"a": {"$any_of": [{"$absent": true}, 1]}})", "{}", "="},
        {R"({"$all_of": [{"$contains": "a"}, {"$contains": "b"}]})", R"("ab")", "="},
        {R"({"$all_of": [{"$contains": "a"}, {"$contains": "c"}]})", R"("ab")", "/"},
        {R"({"$not": 1})", "2", "="},
        {R"({"$not": 1})", "1.0", "/"},
    });
}

TEST(Matcher, MatchesPresence) {
    expect_all({
        {R"({"a": {"$absent": true}})", "{}", "="},
        {R"({"a": {"$absent": true}})", R"({"a": null})", "/a"},
        {R"({"a": {"$exists": true}})", R"({"a": null})", "="},
        {R"({"a": {"$exists": true}})", "{}", "/a"},
    });
}

TEST(Matcher, MatchesNumbersAndLengths) {
    expect_all({
        {R"({"$number": {"min": 0, "max": 10}})", "10", "="},
        {R"({"$number": {"min": 0, "max": 10}})", "10.5", "/"},
        {R"({"$number": {"min": 1}})", R"("1.5e3")", "="},
        {R"({"$number": {}})", R"("abc")", "/"},
        {R"({"$number": {}})", "[]", "/"},
        {R"({"$length": 2})", "[1, 2]", "="},
        {R"({"$length": 2})", R"({"a": 1})", "/"},
        {R"({"$length": 3})", R"("abc")", "="},
        {R"({"$length": 2})", R"("ä")", "="},
        {R"({"$length": {"$number": {"min": 1, "max": 2}}})", "[1]", "="},
        {R"({"$length": 0})", "5", "/"},
    });
}

TEST(Matcher, RejectsInvalidMatchers) {
    expect_all({
        {R"({"$unordered": 1})", "1", "$unordered must be a list"},
        {R"({"$partial": []})", "1", "$partial must be an object"},
        {R"({"$absent": false})", "1", "$absent must be true"},
        {R"({"$number": 5})", "1", "$number must be an object with min, max or both"},
        {R"({"$number": {"least": 5}})", "1", "$number takes the numbers min and max, not least"},
        {R"({"$regex": 5})", "1", "$regex must be text"},
        {R"({"$partiel": {}})", "1", "unknown matcher or generator '$partiel'"},
        {R"({"$exists": true, "b": 1})", "1", "$exists cannot stand beside 'b'"},
    });
    EXPECT_EQ(differences(R"({"$regex": "("})", R"("a")").substr(0, 9), "$regex (:");
}

TEST(Matcher, PairsElementsThatHaveNoOtherChoice) {
    expect_all({
        {R"({"$unordered": [{"$regex": "a.*"}, {"$regex": "ab"}]})", R"(["ab", "ac"])", "="},
        {R"({"$unordered": [{"$regex": "ab"}, {"$regex": "a.*"}]})", R"(["ac", "ab"])", "="},
    });
}

TEST(Difference, ShowsBothSides) {
    const JsonDocument got = parse_json(R"({"Item": {"a": {"S": "x"}}, "Extra": 1})");
    const auto found = compare(parse_json(R"({"Item": {"a": {"S": "y"}}, "Count": 1})"), &got);
    EXPECT_EQ(
        describe(found),
        "at /Item/a/S\n  expected \"y\"\n  got      \"x\"\n"
        "at /Count\n  expected 1\n  got      nothing\n"
        "at /Extra\n  expected nothing\n  got      1\n"
    );
}

TEST(Difference, StopsAfterTheFirstFew) {
    const JsonDocument got = parse_json("[1, 1, 1, 1, 1, 1, 1]");
    EXPECT_EQ(compare(parse_json("[2, 2, 2, 2, 2, 2, 2]"), &got).size(), kDifferencesMax);
}

TEST(Difference, ShowsLongTextsFromWhereTheyPart) {
    const std::string common(1'000, 'x');
    const Difference found = text_difference("/a", common + "1", common + "2");
    const std::string context(40, 'x');
    EXPECT_EQ(found.expected, "(after 960 equal bytes) …\"" + context + "1\"");
    EXPECT_EQ(found.got, "(after 960 equal bytes) …\"" + context + "2\"");
}

}  // namespace
}  // namespace stator::conformance
