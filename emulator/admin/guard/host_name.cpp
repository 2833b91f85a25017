#include "emulator/admin/guard/host_name.hpp"

#include <arpa/inet.h>

#include <array>
#include <string>

#include "emulator/base/header_text.hpp"

namespace stator::emulator::admin::guard {
namespace {

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           equals_ignoring_case(text.substr(text.size() - end.size()), end);
}

}  // namespace

std::string_view host_without_port(std::string_view host) {
    if (host.starts_with('[')) {
        const auto bracket = host.find(']');
        return bracket == std::string_view::npos ? host : host.substr(1, bracket - 1);
    }
    return host.substr(0, host.find(':'));
}

std::string_view host_of_origin(std::string_view origin) {
    constexpr std::string_view kEnd = "://";
    const auto scheme_end = origin.find(kEnd);
    if (scheme_end == std::string_view::npos) return {};
    return origin.substr(scheme_end + kEnd.size());
}

bool is_loopback(std::string_view name) {
    if (name.ends_with('.')) name.remove_suffix(1);
    if (equals_ignoring_case(name, "localhost")) return true;
    if (ends_with_ignoring_case(name, ".localhost")) return true;
    const std::string text(name);
    in_addr ipv4{};
    // Only IPv4 addresses: a host name that begins with "127." can belong to another machine.
    if (inet_pton(AF_INET, text.c_str(), &ipv4) == 1) return name.starts_with("127.");
    in6_addr ipv6{};
    return inet_pton(AF_INET6, text.c_str(), &ipv6) == 1 && IN6_IS_ADDR_LOOPBACK(&ipv6) != 0;
}

}  // namespace stator::emulator::admin::guard
