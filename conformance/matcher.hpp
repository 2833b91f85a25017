// Compares a reply with what a case expects. The expectation is expanded JSON in which matchers may
// stand anywhere; everything else must be equal, objects whole, lists in order, numbers numerically.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/json.hpp"

namespace stator::conformance {

/// One place where a reply is not as expected. All texts are abbreviated for people.
struct Difference {
    std::string path;  // a JSON pointer into the reply; empty for its root
    std::string expected;
    std::string got;

    bool operator==(const Difference&) const = default;
};

/// The first differences, at most `kDifferencesMax`; none when the reply is as expected. `got` is
/// null when there is nothing at that place. Throws CaseError for a matcher that makes no sense.
std::vector<Difference> compare(const Json& expected, const Json* got, std::string_view path = "");

constexpr std::size_t kDifferencesMax = 5;

/// Throws CaseError unless the argument of the matcher named `name` has a form it can use.
void check_matcher(std::string_view name, const Json& argument);

/// One paragraph for people: each difference with its path, expected and got on lines of their own.
std::string describe(const std::vector<Difference>& differences);

}  // namespace stator::conformance
