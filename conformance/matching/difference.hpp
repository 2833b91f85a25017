// Where a reply is not as expected, in words for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// One place where a reply is not as expected. All texts are abbreviated.
struct Difference {
    std::string path;  // a JSON pointer into the reply; empty for its root
    std::string expected;
    std::string got;

    bool operator==(const Difference&) const = default;
};

/// What stands for the absence of a value.
constexpr std::string_view kNothing = "nothing";

/// The value as abbreviated JSON; `nothing` for null.
std::string shown(const Json* value);

/// Two different texts. Long ones that begin alike are shown from shortly before they part.
Difference text_difference(std::string path, std::string_view expected, std::string_view got);

/// A name as a part of a JSON pointer: `/name`.
std::string pointer_part(std::string_view name);

/// Each difference with its path, expected and got on lines of their own.
std::string describe(const std::vector<Difference>& differences);

/// No more are collected.
constexpr std::size_t kDifferencesMax = 5;

}  // namespace stator::conformance
