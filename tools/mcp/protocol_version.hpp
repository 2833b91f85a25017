// The versions of the Model Context Protocol that are spoken here, and how they differ. Pure.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace stator::tools::mcp {

// In their order, so that "from June on" is a comparison.
enum class ProtocolVersion : unsigned char { November2024, March2025, June2025, November2025 };

inline constexpr std::array<std::string_view, 4> kProtocolVersionNames = {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

inline constexpr ProtocolVersion kNewestVersion = ProtocolVersion::November2025;

constexpr std::string_view name_of(ProtocolVersion version) {
    return kProtocolVersionNames[static_cast<std::size_t>(version)];
}

// Nothing for a version that is not spoken here.
constexpr std::optional<ProtocolVersion> find_version(std::string_view name) {
    for (std::size_t i = 0; i < kProtocolVersionNames.size(); ++i) {
        if (kProtocolVersionNames[i] == name) return static_cast<ProtocolVersion>(i);
    }
    return std::nullopt;
}

// Whether tools say that they only read, or destroy something.
constexpr bool has_annotations(ProtocolVersion version) {
    return version >= ProtocolVersion::March2025;
}

// Whether several messages may come in one array: added in March 2025, removed in June.
constexpr bool has_batches(ProtocolVersion version) {
    return version == ProtocolVersion::March2025;
}

// Whether the result of a tool may be JSON besides text, and things may have a title.
constexpr bool has_structured_content(ProtocolVersion version) {
    return version >= ProtocolVersion::June2025;
}

}  // namespace stator::tools::mcp
