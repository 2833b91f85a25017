#include "transport/endpoint.hpp"

#include <charconv>
#include <cstdint>

namespace stator::transport {
namespace {

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool is_port(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size();
}

// Rejects whitespace, because the host becomes part of a header line.
bool is_host(std::string_view text) {
    return !text.empty() && text.find_first_of("/?#@ \t\r\n") == std::string_view::npos;
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
    if (!is_host(endpoint.host) || !is_port(endpoint.port)) return std::nullopt;
    return endpoint;
}

std::string host_header(const Endpoint& endpoint) {
    const bool is_ipv6 = endpoint.host.find(':') != std::string::npos;
    const std::string host = is_ipv6 ? "[" + endpoint.host + "]" : endpoint.host;
    const bool is_usual = endpoint.port == (endpoint.is_tls ? "443" : "80");
    return is_usual ? host : host + ":" + endpoint.port;
}

}  // namespace stator::transport
