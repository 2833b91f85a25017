// Where a server is, as a URL says it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::transport {

struct Endpoint {
    bool is_tls = false;
    std::string host;  // without the brackets of IPv6
    std::string port;  // digits

    bool operator==(const Endpoint&) const = default;
};

// Reads `http[s]://host[:port][/]`; brackets around an IPv6 address. None if it is no such text.
std::optional<Endpoint> parse_endpoint(std::string_view url);

// The value of the Host header: without the scheme's own port.
std::string host_header(const Endpoint& endpoint);

}  // namespace stator::transport
