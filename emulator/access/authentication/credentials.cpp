#include "emulator/access/authentication/credentials.hpp"

#include "emulator/access/authentication/signature_form.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/base/percent_encoding.hpp"
#include "protocol/errors/credentials.hpp"

namespace stator::emulator::access::authentication {
namespace {

namespace errors = protocol::errors;

// "access key/yyyymmdd/region/dynamodb/aws4_request". In theory the access key may contain slashes;
// like AWS, Stator splits at the first one.
Credentials parse_scope(std::string_view scope) {
    Credentials credentials;
    credentials.access_key = utf8_text(take_until(scope, '/'));
    take_until(scope, '/');
    const std::string_view region = take_until(scope, '/');
    credentials.region = region.empty() ? std::string(kDefaultRegion) : utf8_text(region);
    return credentials;
}

}  // namespace

protocol::Result<Credentials> read_credentials(const http::HttpRequest& request) {
    const QueryParameters query = parse_query(request.query());
    const std::string_view authorization = trimmed(request.authorization);
    if (query.names_algorithm && !authorization.empty()) return errors::credentials_in_both_forms();
    if (query.names_algorithm) {
        if (auto error = check_query_form(query)) return *std::move(error);
        return parse_scope(percent_decoded_where_possible(query.values[Credential]));
    }
    if (!authorization.starts_with("AWS4-")) return errors::missing_authentication_token();
    const HeaderParameters header = parse_authorization(authorization);
    if (auto error = check_header_form(header, request)) return *std::move(error);
    return parse_scope(header.credential);
}

}  // namespace stator::emulator::access::authentication
