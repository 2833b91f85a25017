#include "emulator/auth/credentials.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/http/header_text.hpp"

namespace stator::emulator::auth {
namespace {

using protocol::ApiError;
using protocol::ErrorType;

ApiError both_forms() {
    return {
        ErrorType::InvalidSignatureException,
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."};
}

ApiError missing_token() {
    return {
        ErrorType::MissingAuthenticationTokenException, "Request is missing Authentication Token"};
}

ApiError incomplete_signature(std::string message) {
    return {ErrorType::IncompleteSignatureException, std::move(message)};
}

// The three parameters of an Authorization header.
struct HeaderParameters {
    std::string_view credential;
    std::string_view signature;
    std::string_view signed_headers;
};

// Not find_first_of(), which calls memchr() for each character: a microsecond for a header.
bool ends_part(char c) {
    return c == ',' || c == ' ' || c == '\t';
}

// "AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…": parts end at commas and blanks,
// the first one is the algorithm.
HeaderParameters parse_authorization(std::string_view header) {
    HeaderParameters found;
    bool is_algorithm = true;
    while (!header.empty()) {
        const auto end = static_cast<std::size_t>(
            std::find_if(header.begin(), header.end(), ends_part) - header.begin()
        );
        std::string_view part = header.substr(0, end);
        header.remove_prefix(std::min(end + 1, header.size()));
        if (std::exchange(is_algorithm, false)) continue;
        const std::string_view name = http::take_until(part, '=');
        if (name == "Credential") found.credential = part;
        if (name == "Signature") found.signature = part;
        if (name == "SignedHeaders") found.signed_headers = part;
    }
    return found;
}

std::optional<ApiError> check_header_form(
    const HeaderParameters& parameters, const http::HttpRequest& request
) {
    std::string missing;
    const auto require = [&missing](std::string_view value, std::string_view name) {
        if (!value.empty()) return;
        missing.append("Authorization header requires '").append(name).append("' parameter. ");
    };
    require(parameters.credential, "Credential");
    require(parameters.signature, "Signature");
    require(parameters.signed_headers, "SignedHeaders");
    if (request.amz_date.empty() && request.date.empty()) {
        missing.append(
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
        );
    }
    if (missing.empty()) return std::nullopt;
    missing.append("Authorization=").append(http::utf8_text(request.authorization));
    return incomplete_signature(std::move(missing));
}

// The parameters of a presigned request, in the order DynamoDB misses them.
enum QueryParameter : unsigned char { Algorithm, Credential, Signature, SignedHeaders, Date };

constexpr std::array<std::string_view, 5> kQueryNames = {
    "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"};

struct QueryParameters {
    std::array<std::string_view, kQueryNames.size()> values;
    bool names_algorithm = false;
};

QueryParameters parse_query(std::string_view query) {
    QueryParameters found;
    while (!query.empty()) {
        std::string_view value = http::take_until(query, '&');
        const std::string_view name = http::take_until(value, '=');
        if (name == kQueryNames[Algorithm]) found.names_algorithm = true;
        for (std::size_t i = 0; i < kQueryNames.size(); ++i) {
            if (name == kQueryNames[i]) found.values[i] = value;
        }
    }
    return found;
}

std::optional<ApiError> check_query_form(const QueryParameters& parameters) {
    std::string missing;
    for (std::size_t i = 0; i < kQueryNames.size(); ++i) {
        if (!parameters.values[i].empty()) continue;
        missing.append("AWS query-string parameters must include '")
            .append(kQueryNames[i])
            .append("'. ");
    }
    if (missing.empty()) return std::nullopt;
    return incomplete_signature(missing + "Re-examine the query-string parameters.");
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = http::ascii_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low < 0) {
            decoded.push_back(text[i]);
            continue;
        }
        decoded.push_back(static_cast<char>(high * 16 + low));
        i += 2;
    }
    return decoded;
}

// "access key/yyyymmdd/region/dynamodb/aws4_request". The key may hold slashes of its own only
// in theory; like AWS we split at the first.
Credentials parse_scope(std::string_view scope) {
    Credentials credentials;
    credentials.access_key = http::utf8_text(http::take_until(scope, '/'));
    http::take_until(scope, '/');
    const std::string_view region = http::take_until(scope, '/');
    credentials.region = region.empty() ? std::string(kDefaultRegion) : http::utf8_text(region);
    return credentials;
}

}  // namespace

protocol::Result<Credentials> read_credentials(const http::HttpRequest& request) {
    const QueryParameters query = parse_query(request.query());
    const std::string_view authorization = http::trimmed(request.authorization);
    if (query.names_algorithm && !authorization.empty()) return both_forms();
    if (query.names_algorithm) {
        if (auto error = check_query_form(query)) return *std::move(error);
        return parse_scope(percent_decoded(query.values[Credential]));
    }
    if (!authorization.starts_with("AWS4-")) return missing_token();
    const HeaderParameters header = parse_authorization(authorization);
    if (auto error = check_header_form(header, request)) return *std::move(error);
    // Strict mode belongs here: 5. clock skew, 6. unknown access key, 7. signature.
    return parse_scope(header.credential);
}

}  // namespace stator::emulator::auth
