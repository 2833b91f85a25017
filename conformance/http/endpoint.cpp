#include "conformance/http/endpoint.hpp"

#include <algorithm>

namespace stator::conformance {
namespace {

constexpr std::string_view kDynamoDb = "dynamodb.";
constexpr std::string_view kAmazon = ".amazonaws.com";

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<Endpoint> parse_endpoint(std::string_view url) {
    Endpoint endpoint;
    endpoint.is_tls = take_prefix(url, "https://");
    if (!endpoint.is_tls && !take_prefix(url, "http://")) return std::nullopt;
    if (url.ends_with('/')) url.remove_suffix(1);
    const std::size_t bracket = url.starts_with('[') ? url.find(']') : 0;
    if (bracket == std::string_view::npos) return std::nullopt;
    const std::size_t colon = url.find(':', bracket);
    endpoint.host = bracket > 0 ? url.substr(1, bracket - 1) : url.substr(0, colon);
    endpoint.port = endpoint.is_tls ? "443" : "80";
    if (colon != std::string_view::npos) endpoint.port = url.substr(colon + 1);
    const bool has_more = endpoint.host.find_first_of("/?#@") != std::string::npos;
    if (endpoint.host.empty() || has_more || !is_port(endpoint.port)) return std::nullopt;
    return endpoint;
}

std::string host_header(const Endpoint& endpoint) {
    const bool is_ipv6 = endpoint.host.find(':') != std::string::npos;
    const std::string host = is_ipv6 ? "[" + endpoint.host + "]" : endpoint.host;
    const bool is_usual = endpoint.port == (endpoint.is_tls ? "443" : "80");
    return is_usual ? host : host + ":" + endpoint.port;
}

bool is_loopback(const Endpoint& endpoint) {
    return endpoint.host == "localhost" || endpoint.host.starts_with("127.") ||
           endpoint.host == "::1";
}

bool is_amazon(const Endpoint& endpoint) {
    const std::string_view host = endpoint.host;
    return host.starts_with(kDynamoDb) && host.ends_with(kAmazon) &&
           host.size() > kDynamoDb.size() + kAmazon.size();
}

Endpoint streams_endpoint(const Endpoint& endpoint) {
    Endpoint streams = endpoint;
    if (is_amazon(endpoint)) streams.host.insert(0, "streams.");
    return streams;
}

std::optional<std::string> region_of(const Endpoint& endpoint) {
    if (!is_amazon(endpoint)) return std::nullopt;
    const std::size_t length = endpoint.host.size() - kDynamoDb.size() - kAmazon.size();
    return endpoint.host.substr(kDynamoDb.size(), length);
}

}  // namespace stator::conformance
