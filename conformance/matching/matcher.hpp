// Compares a reply with the expectation of a case. The expectation is expanded JSON that can
// contain matchers anywhere. All other parts must be equal: objects completely, lists in order,
// numbers numerically.
#pragma once

#include <string>
#include <vector>

#include "conformance/base/json.hpp"
#include "conformance/matching/difference.hpp"

namespace stator::conformance {

/// Returns the first differences, at most `kDifferencesMax`; empty if the reply matches the
/// expectation. `got` is null if there is no value at that place; `path` is the place. Throws
/// CaseError for an invalid matcher.
std::vector<Difference> compare(
    const Json& expected, const Json* got, const std::string& path = ""
);

}  // namespace stator::conformance
