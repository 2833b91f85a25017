#include "emulator/admin/guard/gate.hpp"

#include <algorithm>

#include "emulator/admin/guard/host_name.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/http/cors.hpp"
#include "protocol/wire/json.hpp"
#include "signing/digest.hpp"

namespace stator::emulator::admin::guard {
namespace {

constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;

http::Reply reply_with(int status, std::string_view sentence) {
    http::Reply reply{.status = status, .content_type = kJson};
    protocol::wire::JsonWriter json(reply.body);
    json.begin_object();
    json.string_member("message", sentence);
    json.end_object();
    return reply;
}

http::Reply foreign_host(std::string_view host) {
    return reply_with(
        kForbidden,
        "The admin API does not answer under the name " + utf8_text(host) +
            ": ask localhost or 127.0.0.1, or start Stator with --admin-hosts and that name."
    );
}

http::Reply foreign_origin(std::string_view origin) {
    return reply_with(
        kForbidden,
        "The admin API does not answer to the web page " + utf8_text(origin) +
            ": only pages from localhost, from 127.0.0.1 or from a name in --admin-hosts may read "
            "it."
    );
}

http::Reply no_token() {
    http::Reply reply = reply_with(
        kUnauthorized,
        "The admin API needs the token that Stator was started with, or that it printed then: send "
        "it as 'Authorization: Bearer TOKEN', or let 'stator ctl' do so with --admin-token or "
        "STATOR_ADMIN_TOKEN."
    );
    reply.headers = "WWW-Authenticate: Bearer realm=\"stator\"\r\n";
    return reply;
}

// Answers a browser's preflight request. Pages may only read.
http::Reply preflight_reply(const http::HttpRequest& request) {
    http::Reply reply;
    reply.headers.append("Access-Control-Allow-Origin: ").append(request.origin);
    reply.headers.append(
        "\r\nVary: Origin\r\nAccess-Control-Allow-Methods: GET\r\n"
        "Access-Control-Allow-Headers: authorization, x-stator-admin-token, x-stator-universe\r\n"
    );
    return reply;
}

// The token in either of the two headers.
std::string_view sent_token(const http::HttpRequest& request) {
    if (!request.stator_admin_token.empty()) return request.stator_admin_token;
    constexpr std::string_view kScheme = "bearer ";
    const std::string_view sent = request.authorization;
    if (!equals_ignoring_case(sent.substr(0, kScheme.size()), kScheme)) return {};
    return trimmed(sent.substr(kScheme.size()));
}

}  // namespace

bool Gate::is_own_name(std::string_view host) const {
    const std::string_view name = host_without_port(host);
    if (is_loopback(name)) return true;
    return std::any_of(options_.names.begin(), options_.names.end(), [name](const auto& own) {
        return equals_ignoring_case(name, own);
    });
}

// A page from this server may use the API under any host name, but only if a token is required,
// because the name does not prove anything.
bool Gate::allows_origin(const http::HttpRequest& request) const {
    const std::string_view host = host_of_origin(request.origin);
    if (host.empty()) return false;
    const bool is_same = !options_.token.empty() && equals_ignoring_case(host, request.host);
    return is_same || is_own_name(host);
}

// Compares digests, because they have the same length, so that the time does not reveal the token's
// length.
bool Gate::has_token(const http::HttpRequest& request) const {
    return signing::equal_in_constant_time(
        signing::hex_sha256(sent_token(request)), signing::hex_sha256(options_.token)
    );
}

std::optional<http::Reply> Gate::refuse(const http::HttpRequest& request, Part part) const {
    const bool needs_token = !options_.token.empty();
    const bool is_bound_to_host =
        options_.checks_host && !needs_token && !request.is_by_unix_socket;
    // Every browser sends a Host header, so a request without it is not from a browser.
    if (is_bound_to_host && !request.host.empty() && !is_own_name(request.host)) {
        return foreign_host(request.host);
    }
    if (part == Part::Page) return std::nullopt;
    if (!request.origin.empty() && !allows_origin(request)) return foreign_origin(request.origin);
    if (!needs_token || request.is_by_unix_socket) return std::nullopt;
    // Browsers do not send tokens with preflight requests.
    if (http::CorsPolicy::is_preflight(request)) return preflight_reply(request);
    if (has_token(request)) return std::nullopt;
    return no_token();
}

}  // namespace stator::emulator::admin::guard
