#include <gtest/gtest.h>

#include "conformance/format/case_parser.hpp"
#include "conformance/http/gzip.hpp"
#include "conformance/run/step_check.hpp"
#include "conformance/run/step_request.hpp"

namespace stator::conformance {
namespace {

/// A case of one step.
Case case_of(const std::string& step) {
    return parse_cases(
        R"({"asserts": "a", "source": "s", "tier": 1, "operation": "X", "steps": [)" + step + "]}",
        "x/y"
    )[0];
}

Scope step_scope() {
    Scope step_scope;
    step_scope.define("unique", "u1");
    return step_scope;
}

StepRequest request_of(const std::string& step) {
    const Case one = case_of(step);
    return make_request(one.steps[0], step_scope(), std::nullopt);
}

std::string check(const std::string& step, int status, const std::string& body) {
    const Case one = case_of(step);
    Scope names = step_scope();
    return check_reply(one.steps[0], {status, {{"A", "b"}}, body}, names, std::nullopt);
}

TEST(StepRequest, SendsOperations) {
    const StepRequest request = request_of(R"({"do": "GetItem", "with": {"a": "${unique}"}})");
    EXPECT_EQ(describe(request), R"(GetItem {"a":"u1"})");
    EXPECT_EQ(request_of(R"({"do": "ListTables"})").body, "{}");
}

TEST(StepRequest, SendsRawRequestsAsWritten) {
    const StepRequest request = request_of(
        R"({"http": {"method": "PUT", "path": "/x", "headers": {"A": "${unique}"}, "body": "{"}})"
    );
    EXPECT_FALSE(request.is_signed);
    EXPECT_EQ(describe(request), "PUT /x [A: u1] {");
    EXPECT_EQ(request_of(R"({"http": {"body": {"a": [1]}}})").http.body, R"({"a":[1]})");
    EXPECT_TRUE(request_of(R"({"http": {"sign": true}})").is_signed);
    EXPECT_TRUE(request_of(R"({"http": {"chunked": true}})").http.is_chunked);
}

TEST(StepRequest, CompressesBodies) {
    const StepRequest request = request_of(R"({"http": {"gzip": true, "body": "text"}})");
    EXPECT_EQ(gunzip(request.http.body), "text");
    EXPECT_EQ(*transport::find_header(request.http.headers, "content-encoding"), "gzip");
}

TEST(StepCheck, RequiresSuccess) {
    const std::string step = R"({"do": "X", "expect": {"a": 1}})";
    EXPECT_EQ(check(step, 200, R"({"a": 1})"), "");
    EXPECT_EQ(check(step, 200, "{}"), "at /a\n  expected 1\n  got      nothing\n");
    EXPECT_EQ(check(step, 200, "no"), "expected JSON, got status 200, no\n");
    EXPECT_EQ(check(step, 500, "{}"), "expected success, got status 500, {}\n");
    EXPECT_EQ(check(R"({"do": "X"})", 200, R"({"any": 1})"), "");
}

TEST(StepCheck, RequiresAnError) {
    const std::string type = R"("type": "T")";
    const std::string body = R"({"__type": "com.amazon#T", "Message": "m", "Item": {}})";

    const struct {
        std::string error;
        std::string difference;
    } cases[] = {
        {type, ""},
        {R"("type": "com.amazon#T")", ""},
        {R"("type": "com.other#T")",
         "at /__type\n  expected \"com.other#T\"\n  got      \"com.amazon#T\"\n"},
        {R"("type": {"$any_of": ["S", "T"]})", ""},
        {R"("type": "S")", "at /__type\n  expected \"S\"\n  got      \"T\"\n"},
        {type + R"(, "message": "m")", ""},
        {type + R"(, "message": {"$regex": ".*x"})",
         "at /message\n  expected text like \".*x\"\n  got      \"m\"\n"},
        {type + R"(, "Item": {})", ""},
        {type + R"(, "Item": {"$absent": true})", "at /Item\n  expected nothing\n  got      {}\n"},
        {type + R"(, "status": 413)", "at status\n  expected 413\n  got      400\n"},
    };

    for (const auto& one : cases) {
        const std::string step = R"({"do": "X", "expect_error": {)" + one.error + "}}";
        EXPECT_EQ(check(step, 400, body), one.difference) << one.error;
    }
    const std::string step = R"({"do": "X", "expect_error": {"type": "T"}})";
    EXPECT_EQ(check(step, 200, "{}"), "expected \"T\", but it succeeds: status 200, {}\n");
    EXPECT_EQ(check(step, 500, body), "at status\n  expected 400\n  got      500\n");
    EXPECT_EQ(check(step, 400, "no"), "expected \"T\", got no JSON: status 400, no\n");
}

TEST(StepCheck, RequiresAnHttpReply) {
    const auto raw = [](const std::string& expected) {
        return R"({"http": {}, "expect_http": )" + expected + "}";
    };
    const std::string body = R"({"a": 1})";
    EXPECT_EQ(check(R"({"http": {}})", 500, "anything"), "");
    EXPECT_EQ(check(raw(R"({"status": 400, "headers": {"a": "b"}})"), 400, body), "");
    EXPECT_EQ(check(raw(R"({"headers": {"c": {"$absent": true}}})"), 400, body), "");
    EXPECT_EQ(check(raw(R"({"body": {"a": 1}})"), 400, body), "");
    EXPECT_EQ(check(raw(R"({"body": {"$contains": "\"a\": 1"}})"), 400, body), "");
    EXPECT_EQ(check(raw(R"({"body": {"$any_of": ["x", {"$regex": ".*1}"}]}})"), 400, body), "");
    EXPECT_EQ(check(raw(R"({"body": "{\"a\": 1}"})"), 400, body), "");
    EXPECT_EQ(
        check(raw(R"({"status": 200, "headers": {"c": "d"}, "body": {"a": 2}})"), 400, body),
        "at status\n  expected 200\n  got      400\n"
        "at header c\n  expected \"d\"\n  got      nothing\n"
        "at /a\n  expected 2\n  got      1\n"
        "the reply: status 400, {\"a\": 1}\n"
    );
    const std::string crc = R"({"headers": {"a": "${crc32}"}})";
    EXPECT_NE(check(raw(crc), 200, "{}").find("2745614147"), std::string::npos);
}

TEST(StepCheck, CapturesParts) {
    const Case one = case_of(R"({"do": "X", "capture": {"k": "/a/0", "all": ""}})");
    Scope names = step_scope();
    EXPECT_EQ(capture_from(one.steps[0], {200, {}, R"({"a": [5]})"}, names), "");
    EXPECT_EQ(names.text("k"), "5");
    EXPECT_EQ(to_text(*names.captured("all")), R"({"a":[5]})");
    EXPECT_EQ(capture_from(one.steps[0], {200, {}, "{}"}, names), "nothing at /a/0 to capture\n");
    EXPECT_EQ(
        capture_from(one.steps[0], {200, {}, "no"}, names),
        "the reply is not JSON, there is nothing to capture\n"
    );
}

}  // namespace
}  // namespace stator::conformance
