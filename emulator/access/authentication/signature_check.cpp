#include "emulator/access/authentication/signature_check.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/access/authentication/signature_form.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/base/percent_encoding.hpp"
#include "emulator/base/signing_time.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/errors/credentials.hpp"
#include "signing/canonical_request.hpp"

namespace stator::emulator::access::authentication {
namespace {

namespace errors = protocol::errors;

using protocol::ApiError;
using protocol::Instant;
using Problem = std::optional<ApiError>;

constexpr std::string_view kService = "dynamodb";
constexpr std::string_view kUnsignedPayload = "UNSIGNED-PAYLOAD";
constexpr std::chrono::minutes kWindow{15};
constexpr std::chrono::seconds kLongestValidity{604'800};

// The decoded signature parameters of a request. Contains views into the request or into `decoded`,
// so it must not be copied or moved.
struct Claim {
    Claim() = default;
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    bool is_query = false;
    std::string_view algorithm;
    std::string_view credential;
    std::string_view signature;
    std::string_view signed_headers;
    std::string_view date;
    std::string_view token;
    // How long the signature is valid, if the query contains a valid X-Amz-Expires.
    std::optional<std::chrono::seconds> validity;
    std::array<std::string, 6> decoded;
};

struct Scope {
    std::string_view key_id;
    std::string_view day;
    signing::Scope place;
    std::string_view text;  // without the key id
};

std::string_view field(const http::HttpRequest& request, std::string_view name) {
    for (const signing::HeaderField& header : request.fields) {
        if (equals_ignoring_case(header.name, name)) return trimmed(header.value);
    }
    return {};
}

void read_query(const QueryParameters& query, Claim& claim) {
    claim.is_query = true;
    std::size_t next = 0;
    const auto decoded = [&](std::string_view value) {
        std::string& text = claim.decoded.at(next++);
        text = percent_decoded_where_possible(value);
        return std::string_view(text);
    };
    claim.algorithm = decoded(query.values[Algorithm]);
    claim.credential = decoded(query.values[Credential]);
    claim.signature = decoded(query.values[Signature]);
    claim.signed_headers = decoded(query.values[SignedHeaders]);
    claim.date = decoded(query.values[Date]);
    claim.token = decoded(query.token);
    const auto seconds = protocol::parse_number<std::int64_t>(query.expires);
    if (!seconds || *seconds < 1) return;
    claim.validity = std::min(std::chrono::seconds(*seconds), kLongestValidity);
}

// Steps 1 to 4.
Problem read_claim(const http::HttpRequest& request, Claim& claim) {
    const QueryParameters query = parse_query(request.query());
    const std::string_view authorization = trimmed(request.authorization);
    if (query.names_algorithm && !authorization.empty()) return errors::credentials_in_both_forms();
    if (query.names_algorithm) {
        if (auto error = check_query_form(query)) return error;
        read_query(query, claim);
        return std::nullopt;
    }
    if (!authorization.starts_with("AWS4-")) return errors::missing_authentication_token();
    const HeaderParameters header = parse_authorization(authorization);
    if (auto error = check_header_form(header, request)) return error;
    claim.algorithm = header.algorithm;
    claim.credential = header.credential;
    claim.signature = header.signature;
    claim.signed_headers = header.signed_headers;
    claim.date = trimmed(request.amz_date.empty() ? request.date : request.amz_date);
    claim.token = field(request, "x-amz-security-token");
    return std::nullopt;
}

std::int64_t minutes_of(std::chrono::seconds duration) {
    return std::chrono::duration_cast<std::chrono::minutes>(duration).count();
}

// Steps 5 and 6.
Problem check_time(const Claim& claim, Instant instant) {
    const auto time = signing::parse_time(claim.date);
    if (!time) return errors::signing_date_form(utf8_text(claim.date));
    const signing::Time now = signing_time(instant);
    const std::chrono::seconds validity = claim.validity.value_or(kWindow);
    if (*time < now - validity) {
        return errors::signature_expired(
            claim.date,
            signing::time_text(now - validity),
            signing::time_text(now),
            minutes_of(validity)
        );
    }
    if (*time <= now + kWindow) return std::nullopt;
    return errors::signature_not_yet_current(
        claim.date, signing::time_text(now + kWindow), signing::time_text(now), minutes_of(kWindow)
    );
}

bool signs_host(std::string_view names) {
    while (!names.empty()) {
        const std::string_view name = take_until(names, ';');
        if (equals_ignoring_case(name, "host") || name == ":authority") return true;
    }
    return false;
}

// [inf]: one process serves every region, so any well-formed region name is accepted.
bool is_region(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

// Steps 9 and 10.
Problem read_scope(const Claim& claim, Scope& scope) {
    std::string_view rest = claim.credential;
    while (rest.ends_with('/')) rest.remove_suffix(1);
    if (std::ranges::count(rest, '/') != 4) {
        return errors::credential_form(utf8_text(claim.credential));
    }
    scope.key_id = take_until(rest, '/');
    scope.text = rest;
    scope.day = take_until(rest, '/');
    scope.place.region = take_until(rest, '/');
    scope.place.service = take_until(rest, '/');
    errors::ScopeMistakes mistakes;
    if (!is_region(scope.place.region)) mistakes.region = utf8_text(scope.place.region);
    mistakes.is_of_other_service = scope.place.service != kService;
    if (rest != signing::kTerminator) mistakes.terminator = utf8_text(rest);
    if (scope.day != claim.date.substr(0, claim.date.find('T'))) {
        mistakes.day = utf8_text(scope.day);
    }
    const bool is_right =
        !mistakes.region && !mistakes.is_of_other_service && !mistakes.terminator && !mistakes.day;
    if (is_right) return std::nullopt;
    return errors::wrong_scope(mistakes, claim.date);
}

// Returns the day's signing key. Each thread caches the latest ones, because deriving a key takes
// longer than the rest of the check.
const signing::Hmac& signing_key_of(const AccessKey& key, const Scope& scope) {
    struct Known {
        std::string secret;
        std::string scope;
        signing::Hmac key{""};
    };

    constexpr std::size_t kRemembered = 16;
    static thread_local std::array<Known, kRemembered> known;
    static thread_local std::size_t oldest = 0;
    for (const Known& one : known) {
        if (one.scope == scope.text && one.secret == key.secret) return one.key;
    }
    Known& fresh = known.at(oldest++ % kRemembered);
    fresh.secret = key.secret;
    fresh.scope = scope.text;
    fresh.key = signing::signing_key(key.secret, scope.day, scope.place);
    return fresh.key;
}

// The query without the session token, because some clients add the token after signing.
std::string without_token(std::string_view query) {
    std::string rest;
    while (!query.empty()) {
        const std::string_view part = take_until(query, '&');
        if (part.starts_with("X-Amz-Security-Token=")) continue;
        rest.append(rest.empty() ? "" : "&").append(part);
    }
    return rest;
}

// The two texts that a signature is computed from.
struct SignedTexts {
    std::string canonical;
    std::string to_sign;
};

SignedTexts signed_texts(
    const http::HttpRequest& request,
    const Claim& claim,
    const Scope& scope,
    std::string_view query,
    std::string_view payload_hash
) {
    const std::string_view target =
        request.sent_target.empty() ? request.target : request.sent_target;
    SignedTexts texts;
    texts.canonical = signing::canonical_request(
        {request.method,
         target.substr(0, target.find('?')),
         query,
         request.fields,
         claim.signed_headers,
         payload_hash}
    );
    texts.to_sign = signing::string_to_sign(claim.date, scope.text, texts.canonical);
    return texts;
}

// Step 12.
Problem check_signature(
    const http::HttpRequest& request,
    const Claim& claim,
    const Scope& scope,
    const AccessKey& key,
    bool explains
) {
    const std::string_view said = field(request, "x-amz-content-sha256");
    const bool is_unsigned = claim.is_query && said == kUnsignedPayload;
    const std::string hash =
        is_unsigned ? std::string(kUnsignedPayload) : signing::hex_sha256(request.body);
    const signing::Hmac& signing_key = signing_key_of(key, scope);
    const SignedTexts texts = signed_texts(request, claim, scope, request.query(), hash);
    // AWS: a hash that differs from the hash of the body is never accepted. [docs/differences]
    const bool is_body = said.empty() || is_unsigned || equals_ignoring_case(said, hash);
    const auto fits = [&](const SignedTexts& made) {
        return signing::equal_in_constant_time(
            signing::signature(signing_key, made.to_sign), claim.signature
        );
    };
    if (is_body && fits(texts)) return std::nullopt;
    if (is_body && claim.is_query && !claim.token.empty()) {
        const std::string query = without_token(request.query());
        if (fits(signed_texts(request, claim, scope, query, hash))) return std::nullopt;
    }
    if (!explains) return errors::wrong_signature();
    return errors::wrong_signature_explained(utf8_text(texts.canonical), utf8_text(texts.to_sign));
}

// Steps 13 and 14.
Problem check_session(const Claim& claim, const AccessKey& key, Instant now) {
    if (!signing::equal_in_constant_time(key.token, claim.token)) {
        return errors::wrong_session_token();
    }
    if (key.expires <= now) return errors::expired_session_token();
    return std::nullopt;
}

Problem judge(
    const http::HttpRequest& request,
    KeyStore& store,
    bool explains,
    Instant now,
    Credentials& credentials
) {
    Claim claim;
    if (auto error = read_claim(request, claim)) return error;
    if (auto error = check_time(claim, now)) return error;
    if (!signs_host(claim.signed_headers)) return errors::host_not_signed();
    if (claim.algorithm != signing::kAlgorithm) {
        return errors::unsupported_algorithm(utf8_text(claim.algorithm));
    }
    Scope scope;
    if (auto error = read_scope(claim, scope)) return error;
    auto keys = store.keys();
    const AccessKey* key = keys->find(scope.key_id);
    if (key == nullptr) {
        // The key may have been added to the file a moment ago.
        store.refresh();
        keys = store.keys();
        key = keys->find(scope.key_id);
    }
    if (key == nullptr || !key->is_active) return errors::unknown_access_key();
    if (auto error = check_signature(request, claim, scope, *key, explains)) return error;
    if (auto error = check_session(claim, *key, now)) return error;
    credentials.access_key = key->id;
    credentials.region = scope.place.region;
    credentials.key = std::shared_ptr<const AccessKey>(keys, key);
    return std::nullopt;
}

}  // namespace

protocol::Result<Credentials> SignatureCheck::check(const http::HttpRequest& request, Instant now) {
    Credentials credentials;
    auto problem = judge(request, keys_, explains_, now, credentials);
    (problem ? refused_ : verified_).fetch_add(1, std::memory_order_relaxed);
    if (problem) return *std::move(problem);
    return credentials;
}

}  // namespace stator::emulator::access::authentication
