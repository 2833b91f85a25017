// Parses the values of conditions: numbers, times, booleans, base64 and addresses. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::access::iam {

// Parses "12", "-0.5" or "1e3". nullopt for any other text.
std::optional<double> parse_decimal(std::string_view text);

// Parses "2026", "2026-01", "2026-01-31", "2026-01-31T23:59Z", "2026-01-31T23:59:59.5+01:00", or a
// number of seconds with more than four digits. Returns milliseconds since 1970.
std::optional<std::int64_t> parse_moment(std::string_view text);

// Parses "true" and "false" in any case.
std::optional<bool> parse_truth(std::string_view text);

// Decodes base64 with padding. nullopt for any other text.
std::optional<std::string> parse_base64(std::string_view text);

// Addresses with the same leading bits. IPv4 and IPv6 addresses are never equal.
struct AddressRange {
    bool is_v6 = false;
    std::array<std::uint8_t, 16> bytes = {};
    int bits = 0;

    // True if all of `address` is in this range.
    bool contains(const AddressRange& address) const;
};

// Parses "10.0.0.0/8", "2001:db8::/32", or a single address. An IPv4 address in IPv6 notation is an
// IPv4 address.
std::optional<AddressRange> parse_addresses(std::string_view text);

}  // namespace stator::emulator::access::iam
