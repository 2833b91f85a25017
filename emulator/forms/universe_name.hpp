// The default universe has no name inside; people call it "default". Pure functions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace stator::emulator::forms {

inline constexpr std::string_view kDefaultUniverse = "default";
inline constexpr std::size_t kMaxUniverseName = 128;

// As people call it.
inline std::string shown_universe(std::string_view universe) {
    return std::string(universe.empty() ? kDefaultUniverse : universe);
}

// As the engine calls it.
inline std::string inner_universe(std::string_view name) {
    return std::string(name == kDefaultUniverse ? std::string_view() : name);
}

// Whether a universe or a snapshot may be called so: letters, digits, '_', '-' and '.', but not in
// front.
inline bool is_universe_name(std::string_view name) {
    const auto fits = [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
               (character >= '0' && character <= '9') || character == '_' || character == '-' ||
               character == '.';
    };
    return !name.empty() && name.size() <= kMaxUniverseName && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), fits);
}

}  // namespace stator::emulator::forms
