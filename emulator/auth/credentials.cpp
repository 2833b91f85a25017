#include "emulator/auth/credentials.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "emulator/http/header_text.hpp"
#include "emulator/http/percent_encoding.hpp"
#include "protocol/errors/credentials.hpp"

namespace stator::emulator::auth {
namespace {

namespace errors = protocol::errors;

using protocol::ApiError;

// The three parameters of an Authorization header.
struct HeaderParameters {
    std::string_view credential;
    std::string_view signature;
    std::string_view signed_headers;
};

// Where the part that `header` begins with ends. Three searches of many bytes at a time cost a
// third of one that looks at each.
std::size_t end_of_part(std::string_view header) {
    header = header.substr(0, header.find(','));
    header = header.substr(0, header.find(' '));
    return std::min(header.find('\t'), header.size());
}

// "AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…": parts end at commas and blanks,
// the first one is the algorithm.
HeaderParameters parse_authorization(std::string_view header) {
    HeaderParameters found;
    bool is_algorithm = true;
    while (!header.empty()) {
        const std::size_t end = end_of_part(header);
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
    std::vector<std::string_view> missing;
    if (parameters.credential.empty()) missing.emplace_back("Credential");
    if (parameters.signature.empty()) missing.emplace_back("Signature");
    if (parameters.signed_headers.empty()) missing.emplace_back("SignedHeaders");
    const bool has_date = !request.amz_date.empty() || !request.date.empty();
    if (missing.empty() && has_date) return std::nullopt;
    return errors::incomplete_authorization(
        missing, has_date, http::utf8_text(request.authorization)
    );
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
    std::vector<std::string_view> missing;
    for (std::size_t i = 0; i < kQueryNames.size(); ++i) {
        if (parameters.values[i].empty()) missing.push_back(kQueryNames[i]);
    }
    if (missing.empty()) return std::nullopt;
    return errors::incomplete_query(missing);
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
    if (query.names_algorithm && !authorization.empty()) return errors::credentials_in_both_forms();
    if (query.names_algorithm) {
        if (auto error = check_query_form(query)) return *std::move(error);
        return parse_scope(http::percent_decoded_where_possible(query.values[Credential]));
    }
    if (!authorization.starts_with("AWS4-")) return errors::missing_authentication_token();
    const HeaderParameters header = parse_authorization(authorization);
    if (auto error = check_header_form(header, request)) return *std::move(error);
    // Strict mode belongs here: 5. clock skew, 6. unknown access key, 7. signature.
    return parse_scope(header.credential);
}

}  // namespace stator::emulator::auth
