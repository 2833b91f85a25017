#include "conformance/run/step_request.hpp"

#include "conformance/format/directive.hpp"
#include "conformance/format/expansion.hpp"
#include "conformance/http/gzip.hpp"

namespace stator::conformance {
namespace {

constexpr std::size_t kShownRequestBytes = 600;

std::string text_or(const Json& http, std::string_view name, std::string_view otherwise) {
    const Json* member = find_member(http, name);
    if (member == nullptr) return std::string(otherwise);
    if (!member->IsString()) throw CaseError("'" + std::string(name) + "' must be text");
    return std::string(text_of(*member));
}

bool has_flag(const Json& http, std::string_view name) {
    const Json* member = find_member(http, name);
    return member != nullptr && member->IsTrue();
}

StepRequest make_raw_request(const Json& http) {
    StepRequest request;
    request.is_signed = has_flag(http, "sign");
    request.http.method = text_or(http, "method", "POST");
    request.http.path = text_or(http, "path", "/");
    request.http.is_chunked = has_flag(http, "chunked");
    if (const Json* headers = find_member(http, "headers")) {
        for (const auto& member : headers->GetObject()) {
            const std::string name(text_of(member.name));
            request.http.headers.push_back({name, text_or(*headers, name, "")});
        }
    }
    if (const Json* body = find_member(http, "body")) {
        request.http.body = body->IsString() ? std::string(text_of(*body)) : to_text(*body);
    }
    if (has_flag(http, "gzip")) {
        request.http.body = gzip(request.http.body);
        if (transport::find_header(request.http.headers, "Content-Encoding") == nullptr) {
            request.http.headers.push_back({"Content-Encoding", "gzip"});
        }
    }
    return request;
}

}  // namespace

StepRequest make_request(const Step& step, const Scope& scope, std::optional<std::size_t> index) {
    if (const auto* raw = std::get_if<RawCall>(&step.call)) {
        return make_raw_request(expand(*raw->http, scope, Purpose::Request, index));
    }
    const auto& call = std::get<ApiCall>(step.call);
    StepRequest request;
    request.operation = call.operation;
    const bool has_body = call.with != nullptr;
    request.body = has_body ? to_text(expand(*call.with, scope, Purpose::Request, index)) : "{}";
    return request;
}

transport::HttpReply send(const StepRequest& request, ApiClient& client) {
    if (!request.operation.empty()) return client.call(request.operation, request.body);
    return client.send(request.http, request.is_signed);
}

std::string describe(const StepRequest& request) {
    if (!request.operation.empty()) {
        return request.operation + " " + abbreviate(request.body, kShownRequestBytes);
    }
    std::string text = request.http.method + " " + request.http.path;
    for (const transport::HttpHeader& header : request.http.headers) {
        text += " [" + header.name + ": " + abbreviate(header.value, 100) + "]";
    }
    return text + " " + abbreviate(request.http.body, kShownRequestBytes);
}

}  // namespace stator::conformance
