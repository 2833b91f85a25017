#include "conformance/http/signature.hpp"

#include <chrono>
#include <vector>

#include "signing/canonical_request.hpp"
#include "signing/request_signing.hpp"
#include "transport/header_text.hpp"

namespace stator::conformance {
namespace {

using signing::HeaderField;

/// Returns the headers of the request that are signed.
std::vector<HeaderField> signed_fields(
    const transport::HttpRequest& request, std::string_view host
) {
    std::vector<HeaderField> fields;
    bool has_host = false;
    for (const transport::HttpHeader& header : request.headers) {
        // Proxies may change this header; AWS's own clients also omit it.
        if (transport::equals_ignoring_case(header.name, "connection")) continue;
        has_host = has_host || transport::equals_ignoring_case(header.name, "host");
        fields.push_back({header.name, header.value});
    }
    if (!has_host) fields.push_back({"host", host});
    return fields;
}

void add_missing(transport::HttpRequest& request, std::string name, std::string value) {
    if (transport::find_header(request.headers, name) != nullptr || value.empty()) return;
    request.headers.push_back({std::move(name), std::move(value)});
}

}  // namespace

std::string amazon_date(std::time_t time) {
    return signing::time_text(signing::Time(std::chrono::seconds(time)));
}

void sign(
    transport::HttpRequest& request,
    std::string_view host,
    const Credentials& credentials,
    const SigningScope& scope,
    std::time_t now
) {
    add_missing(request, "X-Amz-Date", amazon_date(now));
    add_missing(request, "X-Amz-Security-Token", credentials.session_token);
    if (transport::find_header(request.headers, "Authorization") != nullptr) return;
    const std::vector<HeaderField> fields = signed_fields(request, host);
    const std::string names = signing::header_names(fields);
    const std::string hash = signing::hex_sha256(request.body);
    std::string_view query = request.path;
    const std::string_view path = transport::take_until(query, '?');
    const std::string canonical = signing::canonical_request(
        {request.method, path, query, fields, names, hash, signing::PathRule::AsSent}
    );
    const std::string& date = *transport::find_header(request.headers, "X-Amz-Date");
    const std::string_view day = std::string_view(date).substr(0, date.find('T'));
    const signing::Scope place{scope.region, scope.service};
    const std::string place_text = signing::scope_text(day, place);
    const std::string signature = signing::signature(
        signing::signing_key(credentials.secret_access_key, day, place),
        signing::string_to_sign(date, place_text, canonical)
    );
    std::string value(signing::kAlgorithm);
    value.append(" Credential=").append(credentials.access_key_id).append("/").append(place_text);
    value.append(", SignedHeaders=").append(names).append(", Signature=").append(signature);
    request.headers.push_back({"Authorization", std::move(value)});
}

}  // namespace stator::conformance
