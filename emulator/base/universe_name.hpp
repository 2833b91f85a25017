// Names of universes. The default universe is "" inside the engine and "default" to users. Pure
// functions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"

namespace stator::emulator {

inline constexpr std::string_view kDefaultUniverse = "default";
inline constexpr std::size_t kMaxUniverseName = 128;

// Returns the universe's name as users see it.
inline std::string shown_universe(std::string_view universe) {
    return std::string(universe.empty() ? kDefaultUniverse : universe);
}

// Returns the universe's name inside the engine.
inline std::string inner_universe(std::string_view name) {
    return std::string(name == kDefaultUniverse ? std::string_view() : name);
}

// True for a valid name of a universe or a snapshot: 1 to 128 letters, digits, '_', '-' and '.', of
// which the first is not '.'.
inline bool is_universe_name(std::string_view name) {
    const auto fits = [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
               (character >= '0' && character <= '9') || character == '_' || character == '-' ||
               character == '.';
    };
    return !name.empty() && name.size() <= kMaxUniverseName && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), fits);
}

// Returns the error for a universe that does not exist.
inline Refusal no_such_universe(std::string_view name) {
    return {
        "there is no universe '" + std::string(name) +
            "'; GET /_stator/v1/universes lists them, POST makes one.",
        404};
}

}  // namespace stator::emulator
