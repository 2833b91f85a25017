// A request's parts, one per line: host, target, day and region, session token, whether it is
// signed in its query, the change after signing; then the body. Signed like a client's request it
// verifies. With one byte changed it does not, and an unsigned request never does.
#include <algorithm>

#include "emulator/access/authentication/signature_check.hpp"
#include "tests/emulator/access/authentication/signed_request.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using emulator::access::authentication::KeyRing;
using emulator::access::authentication::KeyStore;
using emulator::access::authentication::SignatureCheck;
using protocol::ErrorType;
using protocol::wire::JsonDocument;
using testing::SignedRequest;
using testing::SigningDraft;

constexpr std::string_view kRing =
    R"({"account":"123456789012","users":{"alice":{"keys":[{"id":"AKIAALICE","secret":)"
    R"("alice's secret"}]}},"roles":{"app":{}},"sessions":[{"role":"app","session":"ci","id":)"
    R"("ASIAROLE","secret":"a session's secret","token":"a session's token"}]})";

struct Checker {
    Checker() {
        const auto json = JsonDocument::parse(std::string(kRing));
        store.replace(KeyRing::read(json->root(), "the ring").value());
    }

    KeyStore store{""};
    SignatureCheck check{store, true};
};

protocol::Result<emulator::access::authentication::Credentials> checked_at(
    const emulator::http::HttpRequest& request, protocol::Instant now
) {
    static Checker checker;
    return checker.check.check(request, now);
}

// 2026-11-25T12:00:00Z, the time of signing.
protocol::Instant signing_moment() {
    const auto time = signing::parse_time("20261125T120000Z");
    return protocol::Instant(std::int64_t{time->time_since_epoch().count()} * 1'000);
}

bool is_region_text(std::string_view text) {
    return !text.empty() &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == text.npos;
}

// Whether a header can contain the text unescaped.
bool is_header_text(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
}

SigningDraft draft_of(std::string_view& rest) {
    SigningDraft draft;
    const std::string_view host = take_line(rest);
    if (is_header_text(host)) draft.host = host;
    const std::string_view target = take_line(rest);
    if (is_header_text(target)) draft.target_header = target;
    const std::string_view region = take_line(rest);
    if (is_region_text(region)) draft.region = region;
    if (take_line(rest) == "session") {
        draft.key_id = "ASIAROLE";
        draft.secret = "a session's secret";
        draft.token = "a session's token";
    }
    const std::string_view form = take_line(rest);
    draft.is_query = form.starts_with("query");
    draft.leaves_token_unsigned = draft.is_query && form.ends_with("bare");
    return draft;
}

void check_refusal(const protocol::ApiError& error) {
    const bool is_of_signatures = error.type == ErrorType::InvalidSignatureException ||
                                  error.type == ErrorType::MissingAuthenticationTokenException ||
                                  error.type == ErrorType::IncompleteSignatureException ||
                                  error.type == ErrorType::UnrecognizedClientException ||
                                  error.type == ErrorType::ExpiredTokenException;
    require(is_of_signatures, "an error of the signature", error_name(error.type), error.message);
    require(!error.message.empty() && is_utf8(error.message), "a message", error.message);
}

// The draft with one thing changed after it was signed.
void check_changed(const SigningDraft& draft, std::string_view change) {
    const std::size_t at = change.size();  // any number will do
    SignedRequest changed(draft);
    auto& request = changed.request();
    std::string text;
    if (change.starts_with("body")) {
        char& byte = request.body[at % request.body.size()];
        byte = static_cast<char>(byte ^ 1);
    } else if (change.starts_with("method")) {
        request.method = "PUT";
    } else if (change.starts_with("path")) {
        text = "/x" + std::string(request.target.substr(1));
        request.target = text;
    } else if (change.starts_with("query") && draft.is_query) {
        text = std::string(request.target) + "&a=b";
        request.target = text;
    } else if (change.starts_with("signature") && !draft.is_query) {
        text = request.authorization;
        text.back() = text.back() == '0' ? '1' : '0';
        request.authorization = text;
    } else {
        return;
    }
    const auto checked = checked_at(request, signing_moment());
    require(checked.has_error(), "what was changed is refused", change, request.target);
    check_refusal(checked.error());
    require(checked.error().message.find(draft.secret) == std::string::npos, "no secret is told");
}

void check_signed_draft(const SigningDraft& draft, std::string_view change) {
    SignedRequest signed_request(draft);
    const auto& request = signed_request.request();
    const auto checked = checked_at(request, signing_moment());
    require(
        checked.has_value(),
        "what a client signs verifies",
        request.target,
        checked.has_error() ? checked.error().message : ""
    );
    require(checked->region == draft.region, "the region", checked->region);
    require(checked->access_key == draft.key_id && checked->key != nullptr, "who", draft.key_id);
    constexpr std::int64_t kHour = 3'600'000;
    const auto late = checked_at(request, signing_moment() + kHour);
    require(late.has_error(), "not an hour later");
    check_refusal(late.error());
    check_changed(draft, change);
}

// Texts of the input, unchanged: they have no valid signature.
void check_unsigned(
    std::string_view target, std::string_view authorization, std::string_view body
) {
    emulator::http::HttpRequest request;
    request.method = "POST";
    request.target = target;
    request.authorization = authorization;
    request.amz_date = "20261125T120000Z";
    request.body = body;
    const std::vector<signing::HeaderField> fields{
        {"Host", "localhost"}, {"X-Amz-Date", request.amz_date}, {"Authorization", authorization}};
    request.fields = fields;
    const auto checked = checked_at(request, signing_moment());
    require(checked.has_error(), "what nobody signed", authorization, target);
    check_refusal(checked.error());
}

void check_canonical(std::string_view query) {
    const std::string once = signing::canonical_query(query);
    require(signing::canonical_query(once) == once, "canonical stays canonical", query, once);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(signatures) {
    using namespace stator::fuzz;
    std::string_view rest = text_of(data, size);
    std::string_view lines = rest;
    const std::string_view first = take_line(lines);
    const std::string_view second = take_line(lines);
    check_unsigned(first, second, lines);
    check_canonical(first);
    SigningDraft draft = draft_of(rest);
    const std::string_view change = take_line(rest);
    if (!rest.empty()) draft.body = rest;
    check_signed_draft(draft, change);
    return 0;
}
