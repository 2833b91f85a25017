// Differences between an actual and an expected reply, as readable text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// One place where a reply differs from the expectation. All texts are abbreviated.
struct Difference {
    std::string path;  // a JSON pointer into the reply; empty for its root
    std::string expected;
    std::string got;

    bool operator==(const Difference&) const = default;
};

/// The text shown for an absent value.
constexpr std::string_view kNothing = "nothing";

/// Returns the value as abbreviated JSON; kNothing for a null pointer.
std::string shown(const Json* value);

/// Returns the difference between two texts. If long texts begin with the same characters, the
/// shown part starts shortly before the first difference.
Difference text_difference(std::string path, std::string_view expected, std::string_view got);

/// Returns a name as part of a JSON pointer: `/name`.
std::string pointer_part(std::string_view name);

/// Returns each difference with its path, the expected and the actual value on separate lines.
std::string describe(const std::vector<Difference>& differences);

/// Maximum number of differences that are collected.
constexpr std::size_t kDifferencesMax = 5;

}  // namespace stator::conformance
