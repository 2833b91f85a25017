// The supported versions of the Model Context Protocol, and their differences. Pure.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace stator::tools::mcp {

// In chronological order, so that versions can be compared.
enum class ProtocolVersion : unsigned char { November2024, March2025, June2025, November2025 };

inline constexpr std::array<std::string_view, 4> kProtocolVersionNames = {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

inline constexpr ProtocolVersion kNewestVersion = ProtocolVersion::November2025;

constexpr std::string_view name_of(ProtocolVersion version) {
    return kProtocolVersionNames[static_cast<std::size_t>(version)];
}

// Returns nullopt if the version is not supported.
constexpr std::optional<ProtocolVersion> find_version(std::string_view name) {
    for (std::size_t i = 0; i < kProtocolVersionNames.size(); ++i) {
        if (kProtocolVersionNames[i] == name) return static_cast<ProtocolVersion>(i);
    }
    return std::nullopt;
}

// Whether tools state that they only read, or that they destroy something.
constexpr bool has_annotations(ProtocolVersion version) {
    return version >= ProtocolVersion::March2025;
}

// Whether several messages may arrive in one array: added in March 2025, removed in June.
constexpr bool has_batches(ProtocolVersion version) {
    return version == ProtocolVersion::March2025;
}

// Whether the result of a tool may contain JSON in addition to text, and titles are supported.
constexpr bool has_structured_content(ProtocolVersion version) {
    return version >= ProtocolVersion::June2025;
}

}  // namespace stator::tools::mcp
