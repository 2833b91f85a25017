#include "conformance/format/case_parser.hpp"

#include <gtest/gtest.h>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

/// A case with these further members; everything else in it is correct.
std::string with(const std::string& members) {
    return R"({"asserts": "a", "source": "s", "tier": 1, )" + members + "}";
}

std::string with_steps(const std::string& steps) {
    return with(R"("tables": {"table": {"keys": "pk:S"}}, "steps": [)" + steps + "]");
}

std::string error_of(const std::string& text, std::string_view name = "PutItem/x") {
    try {
        parse_cases(text, name);
        return "";
    } catch (const CaseError& error) {
        return error.what();
    }
}

TEST(CaseParser, ReadsACase) {
    const std::vector<Case> cases = parse_cases(
        with(R"("own_tables": true, "doubt": "d", "tables": {"t": {"keys": "pk:S"}}, "steps": [
            {"name": "n", "do": "PutItem", "with": {"TableName": "${t}"}, "capture": {"k": "/a"}},
            {"do": "GetItem", "with": {"Key": {"$ref": "k"}}, "expect": {}, "until": true},
            {"do": "GetItem", "times": 2, "expect_error": {"type": "X"}},
            {"http": {"body": "${unique}"}, "expect_http": {"headers": {"c": "${crc32}"}}}])"),
        "PutItem/x"
    );
    ASSERT_EQ(cases.size(), 1U);
    const Case& one = cases[0];
    EXPECT_EQ(one.name, "PutItem/x");
    EXPECT_EQ(one.operation, "PutItem");
    EXPECT_EQ(one.doubt, "d");
    EXPECT_EQ(one.tier, 1);
    EXPECT_TRUE(one.has_own_tables);
    ASSERT_EQ(one.steps.size(), 4U);
    EXPECT_EQ(one.steps[0].name, "n");
    EXPECT_EQ(one.steps[0].captures[0].pointer, "/a");
    EXPECT_TRUE(one.steps[1].is_repeated_until_met);
    EXPECT_EQ(one.steps[2].times.value_or(0), 2U);
    EXPECT_TRUE(std::holds_alternative<ErrorExpected>(one.steps[2].expectation));
    EXPECT_TRUE(std::holds_alternative<RawCall>(one.steps[3].call));
}

TEST(CaseParser, ACaseOfOneRegionHasNoTablesOfThePool) {
    const std::string steps = R"("steps": [{"do": "PutItem"}])";
    EXPECT_EQ(
        parse_cases(with(R"("region": "us-east-1", )" + steps), "PutItem/x")[0].region, "us-east-1"
    );
    EXPECT_THROW(
        parse_cases(
            with(R"("region": "us-east-1", "tables": {"t": {"keys": "pk:S"}}, )" + steps),
            "PutItem/x"
        ),
        CaseError
    );
}

TEST(CaseParser, NumbersTheCasesOfAFile) {
    const std::string one = with_steps(R"({"do": "PutItem"})");
    const std::vector<Case> cases = parse_cases("[" + one + "," + one + "]", "Custom/x");
    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0].name, "Custom/x#1");
    EXPECT_EQ(cases[1].name, "Custom/x#2");
    EXPECT_EQ(cases[1].operation, "Custom");
}

TEST(CaseParser, MakesACaseOfEachRow) {
    const std::vector<Case> cases = parse_cases(
        with(R"("rows": [{"v": 1}, {"v": 2}],
                "steps": [{"do": "PutItem", "with": {"a": {"$ref": "v"}, "b": "${v}"}}])"),
        "PutItem/x"
    );
    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[1].name, "PutItem/x#2");
    EXPECT_EQ(to_text(*cases[1].row), R"({"v":2})");
}

TEST(CaseParser, ReportsErrorsOfACase) {
    const struct {
        std::string text;
        const char* error;
    } cases[] = {
        {"{\n", "line 2, column 1: Missing a name for object member."},
        {"5", "/: this must be an object"},
        {"[]", "/: there is no case"},
        {with(R"("step": [])"), "/: unknown member 'step'"},
        {R"({"source": "s", "tier": 1, "steps": []})", "/: 'asserts' is missing"},
        {R"({"asserts": "a", "tier": 1, "steps": []})", "/: 'source' is missing"},
        {R"({"asserts": "a", "source": 5, "tier": 1, "steps": []})",
         "/source: this must be text or a list of texts"},
        {R"([{"asserts": "a", "source": "s", "tier": 4, "steps": []}])",
         "/0: 'tier' must be 1, 2 or 3"},
        {with(R"("steps": [])"), "/: 'steps' must be a list of at least one step"},
        {with(R"("tables": {"t": {"keys": "pk"}}, "steps": [])"),
         "/tables/t: 'pk' is not NAME:S, NAME:N or NAME:B"},
        {with(R"("tables": {"i": {"keys": "pk:S"}}, "steps": [])"),
         "/tables: 'i' cannot be a name"},
        {with(R"("needs": "luck", "steps": [])"), "/: 'needs' cannot be luck"},
        {with(R"("rows": [], "steps": [])"), "/: 'rows' must be a list of objects"},
        {with(R"("rows": [1], "steps": [])"), "/rows: each row must be an object"},
    };

    for (const auto& one : cases) EXPECT_EQ(error_of(one.text), one.error) << one.text;
}

TEST(CaseParser, ReportsErrorsOfAStep) {
    const struct {
        const char* step;
        const char* error;
    } cases[] = {
        {"5", "/steps/0: this must be an object"},
        {"{}", "/steps/0: a step needs 'do' or 'http'"},
        {R"({"do": "X", "expct": {}})", "/steps/0: unknown member 'expct'"},
        {R"({"do": ""})", "/steps/0: 'do' must be text"},
        {R"({"do": "X", "expect": {}, "expect_error": {"type": "T"}})",
         "/steps/0: 'expect' and 'expect_error' exclude each other"},
        {R"({"do": "X", "expect_error": {}})", "/steps/0/expect_error: 'type' is missing"},
        {R"({"do": "X", "expect_http": {}})", "/steps/0: 'expect_http' belongs to 'http'"},
        {R"({"do": "X", "http": {}})", "/steps/0: 'do' does not go with 'http'"},
        {R"({"do": "X", "until": 1})", "/steps/0: 'until' must be true or false"},
        {R"({"do": "X", "times": 0})", "/steps/0: 'times' must be a whole number from 1"},
        {R"({"do": "X", "times": 2, "until": true})", "/steps/0: 'until' excludes 'times'"},
        {R"({"do": "X", "capture": {"a": "b"}})",
         "/steps/0/capture/a: this is no JSON pointer: it must begin with /"},
        {R"({"http": {"verb": "GET"}})", "/steps/0/http: unknown member 'verb'"},
        {R"({"http": {"sign": 1}})", "/steps/0/http: 'sign' must be true or false"},
        {R"({"http": {"headers": []}})",
         "/steps/0/http/headers: this must be an object: name → value"},
        {R"({"http": {}, "expect_http": {"stat": 1}})",
         "/steps/0/expect_http: unknown member 'stat'"},
    };

    for (const auto& one : cases) EXPECT_EQ(error_of(with_steps(one.step)), one.error) << one.step;
}

TEST(CaseParser, ReportsErrorsOfAValue) {
    const struct {
        const char* step;
        const char* error;
    } cases[] = {
        {R"({"do": "X", "with": {"a": ["${tabel}"]}})",
         "/steps/0/with/a/0: '${tabel}' has no meaning here"},
        {R"({"do": "X", "with": {"a": "${i}"}})", "/steps/0/with/a: '${i}' has no meaning here"},
        {R"({"do": "X", "with": {"a": {"$ref": "k"}}})",
         "/steps/0/with/a: nothing is captured as 'k'"},
        {R"({"do": "X", "with": {"a": {"$exists": true}}})",
         "/steps/0/with/a: a matcher, $exists, in a request"},
        {R"({"do": "X", "with": {"a": {"$list": 1}}})", "/steps/0/with/a: $list needs 'times'"},
        {R"({"do": "X", "expect": {"a": {"$nope": 1}}})",
         "/steps/0/expect/a: unknown matcher or generator '$nope'"},
        {R"({"do": "X", "expect": {"a": {"$unordered": 1}}})",
         "/steps/0/expect/a: $unordered must be a list"},
        {R"({"http": {"path": "${crc32}"}})", "/steps/0/http/path: '${crc32}' has no meaning here"},
    };

    for (const auto& one : cases) EXPECT_EQ(error_of(with_steps(one.step)), one.error) << one.step;
}

TEST(CaseParser, AcceptsPlaceholdersThatAreResolvedLater) {
    const char* const steps[] = {
        R"({"do": "X", "expect": {"a": {"$unordered": {"$list": "${i}", "times": 2}}}})",
        R"j({"do": "X", "expect": {"a": {"$regex": "${table}/(.*)"}}})j",
        R"({"do": "X", "times": 2, "with": {"a": "${i:03}"}})",
    };

    for (const char* const step : steps) EXPECT_EQ(error_of(with_steps(step)), "") << step;
}

TEST(CaseParser, NeedsAnOperation) {
    EXPECT_EQ(
        error_of(with_steps(R"({"do": "X"})"), "x"),
        "/: 'operation' is missing and there is no folder"
    );
}

}  // namespace
}  // namespace stator::conformance
