// Differences between a reply and what was expected, as readable text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// One place where a reply differs from what was expected. All texts are abbreviated.
struct Difference {
    std::string path;  // a JSON pointer into the reply; empty for its root
    std::string expected;
    std::string got;

    bool operator==(const Difference&) const = default;
};

/// The text shown for an absent value.
constexpr std::string_view kNothing = "nothing";

/// The value as abbreviated JSON; kNothing for a null pointer.
std::string shown(const Json* value);

/// The difference between two texts. Long texts that begin alike are shown from shortly before the
/// first difference.
Difference text_difference(std::string path, std::string_view expected, std::string_view got);

/// A name as part of a JSON pointer: `/name`.
std::string pointer_part(std::string_view name);

/// Each difference with its path, expected and got on lines of their own.
std::string describe(const std::vector<Difference>& differences);

/// How many differences are collected at most.
constexpr std::size_t kDifferencesMax = 5;

}  // namespace stator::conformance
