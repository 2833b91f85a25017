#include "emulator/access/authentication/signature_form.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "emulator/base/header_text.hpp"
#include "protocol/errors/credentials.hpp"

namespace stator::emulator::access::authentication {
namespace {

namespace errors = protocol::errors;

constexpr std::array<std::string_view, 5> kQueryNames = {
    "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"};

// The end of the first part of `header`. Three searches of many bytes at a time take a third of the
// time of one search that examines each byte.
std::size_t end_of_part(std::string_view header) {
    header = header.substr(0, header.find(','));
    header = header.substr(0, header.find(' '));
    return std::min(header.find('\t'), header.size());
}

}  // namespace

HeaderParameters parse_authorization(std::string_view header) {
    HeaderParameters found;
    bool is_algorithm = true;
    while (!header.empty()) {
        const std::size_t end = end_of_part(header);
        std::string_view part = header.substr(0, end);
        header.remove_prefix(std::min(end + 1, header.size()));
        if (std::exchange(is_algorithm, false)) {
            found.algorithm = part;
            continue;
        }
        const std::string_view whole = part;
        const std::string_view name = take_until(part, '=');
        if (name == "Credential") found.credential = part;
        if (name == "Signature") found.signature = part;
        if (name == "SignedHeaders") {
            found.signed_headers = part;
            found.names_signed_headers = true;
        }
        const bool has_value = name.size() != whole.size();
        if (!has_value && found.without_value.empty()) found.without_value = whole;
    }
    return found;
}

std::optional<protocol::ApiError> check_header_form(
    const HeaderParameters& parameters, const http::HttpRequest& request
) {
    if (!parameters.without_value.empty()) {
        return errors::part_without_value(
            utf8_text(parameters.without_value), utf8_text(request.authorization)
        );
    }
    std::vector<std::string_view> missing;
    if (parameters.credential.empty()) missing.emplace_back("Credential");
    if (parameters.signature.empty()) missing.emplace_back("Signature");
    if (!parameters.names_signed_headers) missing.emplace_back("SignedHeaders");
    const bool has_date = !request.amz_date.empty() || !request.date.empty();
    if (missing.empty() && has_date) return std::nullopt;
    return errors::incomplete_authorization(missing, has_date, utf8_text(request.authorization));
}

QueryParameters parse_query(std::string_view query) {
    QueryParameters found;
    while (!query.empty()) {
        std::string_view value = take_until(query, '&');
        const std::string_view name = take_until(value, '=');
        if (name == kQueryNames[Algorithm]) found.names_algorithm = true;
        if (name == "X-Amz-Expires") found.expires = value;
        if (name == "X-Amz-Security-Token") found.token = value;
        for (std::size_t i = 0; i < kQueryNames.size(); ++i) {
            if (name == kQueryNames[i]) found.values[i] = value;
        }
    }
    return found;
}

std::optional<protocol::ApiError> check_query_form(const QueryParameters& parameters) {
    std::vector<std::string_view> missing;
    for (std::size_t i = 0; i < kQueryNames.size(); ++i) {
        if (parameters.values[i].empty()) missing.push_back(kQueryNames[i]);
    }
    if (missing.empty()) return std::nullopt;
    return errors::incomplete_query(missing);
}

}  // namespace stator::emulator::access::authentication
