// The address of a server, as in a URL.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::transport {

struct Endpoint {
    bool is_tls = false;
    std::string host;  // without the brackets of IPv6 addresses
    std::string port;  // digits

    bool operator==(const Endpoint&) const = default;
};

// Reads `http[s]://host[:port][/]`, with brackets around an IPv6 address. Returns nullopt for any
// other text.
std::optional<Endpoint> parse_endpoint(std::string_view url);

// Returns the value of the Host header, without the port if it is the scheme's default.
std::string host_header(const Endpoint& endpoint);

}  // namespace stator::transport
