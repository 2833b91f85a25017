// The URL of a function. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "transport/byte_stream.hpp"
#include "transport/endpoint.hpp"

namespace stator::emulator::integrations::triggers {

// The connection failed, so the function did not receive the event.
class NotConnected : public transport::TransportError {
public:
    using TransportError::TransportError;
};

struct FunctionUrl {
    transport::Endpoint endpoint;
    std::string path = "/";  // including the query
};

// Parses "http[s]://host[:port][/path]"; nullopt for other texts.
inline std::optional<FunctionUrl> split_function_url(std::string_view url) {
    const std::size_t scheme = url.starts_with("https://") ? 8 : 7;
    if (scheme == 7 && !url.starts_with("http://")) return std::nullopt;
    if (url.find_first_of(" \t\r\n#") != std::string_view::npos) return std::nullopt;
    const auto slash = url.find('/', scheme);
    const auto endpoint = transport::parse_endpoint(url.substr(0, slash));
    if (!endpoint) return std::nullopt;
    FunctionUrl result{*endpoint};
    if (slash != std::string_view::npos) result.path = url.substr(slash);
    return result;
}

// Lambda's runtime interface emulator fails if a second call arrives before the first has ended.
inline bool takes_one_call(std::string_view url) {
    return url.ends_with("/2015-03-31/functions/function/invocations");
}

}  // namespace stator::emulator::integrations::triggers
