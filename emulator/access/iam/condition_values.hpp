// What the values of conditions mean besides their texts: numbers, moments, addresses. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::access::iam {

// "12", "-0.5", "1e3". Nothing for any other text.
std::optional<double> parse_decimal(std::string_view text);

// Milliseconds since 1970: of "2026", "2026-01", "2026-01-31", "2026-01-31T23:59Z",
// "2026-01-31T23:59:59.5+01:00", or of a number of seconds, which has more than four digits.
std::optional<std::int64_t> parse_moment(std::string_view text);

// "true" and "false", in any case.
std::optional<bool> parse_truth(std::string_view text);

// The bytes of base64 with padding. Nothing for any other text.
std::optional<std::string> parse_base64(std::string_view text);

// Addresses that begin with the same bits; IPv4 and IPv6 ones are never the same.
struct AddressRange {
    bool is_v6 = false;
    std::array<std::uint8_t, 16> bytes = {};
    int bits = 0;

    bool contains(const AddressRange& address) const;
};

// "10.0.0.0/8", "2001:db8::/32", or an address alone. An IPv4 address in IPv6's form is one of
// IPv4.
std::optional<AddressRange> parse_addresses(std::string_view text);

}  // namespace stator::emulator::access::iam
