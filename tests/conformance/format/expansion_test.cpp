#include "conformance/format/expansion.hpp"

#include <gtest/gtest.h>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

Scope scope() {
    Scope scope;
    scope.define("table", "conformance-1");
    scope.define("unique", "u1");
    scope.capture("key", parse_json(R"({"pk": {"S": "a"}})"));
    scope.capture("arn", parse_json(R"("arn:x")"));
    scope.capture("count", parse_json("7"));
    return scope;
}

std::string expanded(std::string_view json, Purpose purpose = Purpose::Request) {
    try {
        return to_text(expand(parse_json(json), scope(), purpose));
    } catch (const CaseError& error) {
        return std::string("error: ") + error.what();
    }
}

TEST(Expansion, ReplacesNames) {
    const struct {
        const char* text;
        const char* result;
    } cases[] = {
        {"plain", "plain"},
        {"${table}", "conformance-1"},
        {"a${unique}b${table}", "au1bconformance-1"},
        {"${arn} ${count}", "arn:x 7"},
        {"$${table}", "${table}"},
        {"${table}$${x}", "conformance-1${x}"},
        {"$ {", "$ {"},
        {"${open", "${open"},
        {"#n = :v$", "#n = :v$"},
    };

    for (const auto& one : cases) EXPECT_EQ(substitute(one.text, scope()), one.result) << one.text;
    EXPECT_THROW(substitute("${nobody}", scope()), CaseError);
    EXPECT_THROW(substitute("${key}", scope()), CaseError) << "an object is no text";
    EXPECT_THROW(substitute("${i}", scope()), CaseError) << "not in a repetition";
}

TEST(Expansion, ReplacesTheIndex) {
    EXPECT_EQ(substitute("k${i}", scope(), 12), "k12");
    EXPECT_EQ(substitute("k${i:04}", scope(), 12), "k0012");
    EXPECT_EQ(substitute("k${i:01}", scope(), 12), "k12");
}

TEST(Expansion, ReplacesNamesOfMembers) {
    EXPECT_EQ(expanded(R"({"${table}": {"Keys": []}})"), R"({"conformance-1":{"Keys":[]}})");
    EXPECT_EQ(expanded(R"({"$$set": 1})"), R"({"$set":1})");
}

TEST(Expansion, Generates) {
    const struct {
        const char* name;
        const char* input;
        const char* expected;
    } cases[] = {
        {"repeat", R"({"$repeat": "ab", "times": 3})", R"("ababab")"},
        {"repeat of nothing", R"({"$repeat": "ab", "times": 0})", R"("")"},
        {"repeat of a name", R"({"$repeat": "${unique}", "times": 2})", R"("u1u1")"},
        {"lists",
         R"({"$nest": "L", "levels": 2, "leaf": {"S": "x"}})",
         R"({"L":[{"L":[{"S":"x"}]}]})"},
        {"maps", R"({"$nest": "M", "levels": 1, "leaf": {"N": "1"}})", R"({"M":{"m":{"N":"1"}}})"},
        {"no levels", R"({"$nest": "L", "levels": 0, "leaf": {"S": "x"}})", R"({"S":"x"})"},
        {"list", R"({"$list": {"S": "k${i}"}, "times": 2})", R"([{"S":"k0"},{"S":"k1"}])"},
        {"list in a list",
         R"({"$list": {"$list": "${i}", "times": 2}, "times": 2})",
         R"([["0","1"],["0","1"]])"},
        {"map",
         R"({"$map": {":v${i}": {"N": "${i}"}}, "times": 2})",
         R"({":v0":{"N":"0"},":v1":{"N":"1"}})"},
        {"map with a fixed member",
         R"({"$map": {"pk": 1, "a${i}": 2}, "times": 2})",
         R"({"pk":1,"a0":2,"a1":2})"},
        {"join",
         R"({"$join": "a = :v${i}", "times": 3, "with": " OR "})",
         R"("a = :v0 OR a = :v1 OR a = :v2")"},
        {"join without a separator", R"({"$join": "${i}", "times": 3})", R"("012")"},
        {"concat", R"({"$concat": ["${unique}", {"$repeat": "x", "times": 2}]})", R"("u1xx")"},
        {"base64", R"({"$base64": "a"})", R"("YQ==")"},
        {"base64 of nothing", R"({"$base64": ""})", R"("")"},
        {"ref", R"({"Key": {"$ref": "key"}})", R"({"Key":{"pk":{"S":"a"}}})"},
    };

    for (const auto& one : cases) EXPECT_EQ(expanded(one.input), one.expected) << one.name;
}

TEST(Expansion, ReportsInvalidGenerators) {
    const struct {
        const char* input;
        const char* error;
    } cases[] = {
        {R"({"$repeat": "x"})", "$repeat needs 'times'"},
        {R"({"$repeat": "x", "times": -1})", "'times' must be a whole number up to 64000000"},
        {R"({"$repeat": 5, "times": 1})", "text is needed, not 5"},
        {R"({"$repeat": "x", "times": 1, "else": 2})", "$repeat cannot stand beside 'else'"},
        {R"({"$nest": "S", "levels": 1, "leaf": 1})", R"($nest must be "L" or "M")"},
        {R"({"$nest": "L", "levels": 5001, "leaf": 1})",
         "'levels' must be a whole number up to 5000"},
        {R"({"$map": [1], "times": 1})", "$map must be an object"},
        {R"({"$concat": "x"})", "$concat must be a list of texts"},
        {R"({"$ref": "nobody"})", "nothing was captured as 'nobody'"},
        {R"({"$repeet": "x"})", "unknown matcher or generator '$repeet'"},
        {R"({"a": {"$exists": true}})", "the matcher '$exists' cannot be sent"},
    };

    for (const auto& one : cases) {
        EXPECT_EQ(expanded(one.input), std::string("error: ") + one.error) << one.input;
    }
}

TEST(Expansion, KeepsMatchersOfAnExpectation) {
    EXPECT_EQ(
        expanded(R"({"a": {"$length": {"$ref": "count"}}, "$$b": 1})", Purpose::Expectation),
        R"({"a":{"$length":7},"$$b":1})"
    );
}

TEST(Expansion, NestsToTheLimitWithoutHarm) {
    const std::string text = expanded(R"({"$nest": "M", "levels": 5000, "leaf": {"S": "x"}})");
    EXPECT_EQ(text.size(), 5'000 * std::string(R"({"M":{"m":}})").size() + 9);
}

}  // namespace
}  // namespace stator::conformance
