// Random numbers that are reproducible from a seed. Pure functions: the caller identifies each
// random choice, so that no choice depends on the choices of other requests.
#pragma once

#include <cstdint>
#include <string_view>

namespace stator::engine {

// 64 well-mixed bits derived from `value` by SplitMix64's finalizer.
constexpr std::uint64_t mix(std::uint64_t value) {
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31U);
}

constexpr std::uint64_t mix(std::uint64_t first, std::uint64_t second) {
    return mix(mix(first) ^ second);
}

// Derives bits from a number and a text.
constexpr std::uint64_t mix(std::uint64_t first, std::string_view text) {
    std::uint64_t bits = mix(first);
    for (const char character : text) {
        bits = mix(bits ^ static_cast<std::uint64_t>(static_cast<unsigned char>(character)));
    }
    return bits;
}

// Maps the bits to [0, 1).
constexpr double unit_interval(std::uint64_t bits) {
    return static_cast<double>(bits >> 11U) * 0x1.0p-53;
}

}  // namespace stator::engine
