#include "conformance/run/step_check.hpp"

#include <rapidjson/pointer.h>

#include "conformance/format/directive.hpp"
#include "conformance/format/expansion.hpp"
#include "conformance/http/api_client.hpp"
#include "conformance/http/gzip.hpp"
#include "conformance/matching/matcher.hpp"
#include "transport/header_text.hpp"

namespace stator::conformance {
namespace {

constexpr std::size_t kShownReplyBytes = 600;

using Index = std::optional<std::size_t>;

std::optional<JsonDocument> body_of(const transport::HttpReply& reply) {
    try {
        return parse_json(reply.body);
    } catch (const JsonError&) {
        return std::nullopt;
    }
}

std::string shown(const transport::HttpReply& reply) {
    return "status " + std::to_string(reply.status) + ", " +
           abbreviate(reply.body, kShownReplyBytes);
}

void append(std::vector<Difference>& all, std::vector<Difference> more) {
    for (Difference& one : more) all.push_back(std::move(one));
}

std::string check_success(
    const Json* expected, const transport::HttpReply& reply, const Scope& scope, Index i
) {
    if (reply.status != 200) return "expected success, got " + shown(reply) + "\n";
    // TagResource and UntagResource reply with an empty body.
    if (expected == nullptr && reply.body.empty()) return {};
    const std::optional<JsonDocument> body = body_of(reply);
    if (!body) return "expected JSON, got " + shown(reply) + "\n";
    if (expected == nullptr) return {};
    return describe(compare(expand(*expected, scope, Purpose::Expectation, i), &*body));
}

/// Compares `ValidationException` with the part after the `#`, and a type that contains a `#` with
/// the whole.
std::vector<Difference> compare_type(const Json& expected, const ApiFailure& failure) {
    const bool is_full =
        expected.IsString() && text_of(expected).find('#') != std::string_view::npos;
    const std::string& got = is_full ? failure.full_type : failure.type;
    const Json value(rapidjson::StringRef(got.data(), got.size()));
    return compare(expected, got.empty() ? nullptr : &value, "/__type");
}

std::vector<Difference> compare_status(const Json& expected, int got) {
    return compare(expected, &Json().SetInt(got), "status");
}

const Json* message_of(const Json& body) {
    const Json* message = find_member(body, "message");
    return message != nullptr ? message : find_member(body, "Message");
}

std::string check_error(
    const Json& error, const transport::HttpReply& reply, const Scope& scope, Index i
) {
    const JsonDocument expected = expand(error, scope, Purpose::Expectation, i);
    const std::string type = to_text(*find_member(expected, "type"));
    if (reply.status == 200)
        return "expected " + type + ", but it succeeds: " + shown(reply) + "\n";
    const std::optional<JsonDocument> body = body_of(reply);
    if (!body) return "expected " + type + ", got no JSON: " + shown(reply) + "\n";
    std::vector<Difference> differences;
    if (find_member(expected, "status") == nullptr) {
        append(differences, compare_status(Json(400), reply.status));
    }
    for (const auto& member : expected.GetObject()) {
        const std::string name(text_of(member.name));
        if (name == "type") {
            append(differences, compare_type(member.value, read_failure(reply)));
        } else if (name == "status") {
            append(differences, compare_status(member.value, reply.status));
        } else {
            const Json* got = name == "message" ? message_of(*body) : find_member(*body, name);
            append(differences, compare(member.value, got, "/" + name));
        }
    }
    return describe(differences);
}

/// Returns true if a body is expected as text, and not as the JSON in it.
bool is_text_expected(const Json& expected) {
    if (expected.IsString()) return true;
    const Directive* directive = find_directive(expected);
    if (directive == nullptr) return false;
    const Json& argument = argument_of(expected, *directive);
    const std::string_view name = directive->name;
    if (name == "$any_of" || name == "$all_of") {
        return argument.IsArray() && !argument.Empty() && is_text_expected(argument[0]);
    }
    if (name == "$not") return is_text_expected(argument);
    return name == "$contains" || name == "$regex" || name == "$length";
}

std::vector<Difference> compare_body(const Json& expected, const std::string& text) {
    if (!is_text_expected(expected)) {
        try {
            const JsonDocument body = parse_json(text);
            return compare(expected, &body);
        } catch (const JsonError&) {
            // The value is then compared as text, and the difference shows it.
        }
    }
    const Json value(rapidjson::StringRef(text.data(), text.size()));
    return compare(expected, &value, "body");
}

std::vector<Difference> compare_headers(
    const Json& expected, const transport::HttpHeaders& headers
) {
    std::vector<Difference> differences;
    for (const auto& member : expected.GetObject()) {
        const std::string name(text_of(member.name));
        const std::string* got = transport::find_header(headers, name);
        const std::string text = got == nullptr ? "" : *got;
        const Json value(rapidjson::StringRef(text.data(), text.size()));
        append(
            differences, compare(member.value, got == nullptr ? nullptr : &value, "header " + name)
        );
    }
    return differences;
}

std::string check_http(const Json& http, const transport::HttpReply& reply, Scope& scope, Index i) {
    scope.define("crc32", std::to_string(crc32_of(reply.body)));
    const JsonDocument expected = expand(http, scope, Purpose::Expectation, i);
    std::vector<Difference> differences;
    if (const Json* status = find_member(expected, "status")) {
        append(differences, compare_status(*status, reply.status));
    }
    if (const Json* headers = find_member(expected, "headers")) {
        append(differences, compare_headers(*headers, reply.headers));
    }
    if (const Json* body = find_member(expected, "body")) {
        append(differences, compare_body(*body, plain_body(reply)));
    }
    if (differences.empty()) return {};
    return describe(differences) + "the reply: " + shown(reply) + "\n";
}

}  // namespace

std::string plain_body(const transport::HttpReply& reply) {
    const std::string* encoding = transport::find_header(reply.headers, "Content-Encoding");
    if (encoding == nullptr || !transport::equals_ignoring_case(*encoding, "gzip"))
        return reply.body;
    return gunzip(reply.body).value_or(reply.body);
}

std::string check_reply(
    const Step& step,
    const transport::HttpReply& reply,
    Scope& scope,
    std::optional<std::size_t> index
) {
    if (const auto* success = std::get_if<SuccessExpected>(&step.expectation)) {
        return check_success(success->reply, reply, scope, index);
    }
    if (const auto* error = std::get_if<ErrorExpected>(&step.expectation)) {
        return check_error(*error->error, reply, scope, index);
    }
    const Json* http = std::get<HttpExpected>(step.expectation).http;
    return http == nullptr ? "" : check_http(*http, reply, scope, index);
}

std::string capture_from(const Step& step, const transport::HttpReply& reply, Scope& scope) {
    if (step.captures.empty()) return {};
    try {
        const JsonDocument body = parse_json(plain_body(reply));
        for (const Capture& capture : step.captures) {
            const Json* part = rapidjson::Pointer(capture.pointer.c_str()).Get(body);
            if (part == nullptr) return "nothing at " + capture.pointer + " to capture\n";
            scope.capture(capture.name, *part);
        }
    } catch (const JsonError&) {
        return "the reply is not JSON, there is nothing to capture\n";
    }
    return {};
}

}  // namespace stator::conformance
