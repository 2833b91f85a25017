// Where the judged server is, as given by --endpoint.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::conformance {

struct Endpoint {
    bool is_tls = false;
    std::string host;
    std::string port;

    bool operator==(const Endpoint&) const = default;
};

/// Reads `http[s]://host[:port][/]`; brackets around an IPv6 address. None if it is no such text.
std::optional<Endpoint> parse_endpoint(std::string_view url);

/// The value of the Host header: without the scheme's own port.
std::string host_header(const Endpoint& endpoint);

/// Whether the server is on this machine, by its name or address.
bool is_loopback(const Endpoint& endpoint);

/// AWS serves streams under another name: streams.dynamodb.… for dynamodb.…amazonaws.com. Elsewhere
/// it is the same endpoint.
Endpoint streams_endpoint(const Endpoint& endpoint);

/// Whether it is DynamoDB itself, by its name.
bool is_amazon(const Endpoint& endpoint);

/// The region in a name like dynamodb.eu-west-2.amazonaws.com, if it is one.
std::optional<std::string> region_of(const Endpoint& endpoint);

}  // namespace stator::conformance
