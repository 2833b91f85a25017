// Compares a reply with what a case expects. The expectation is expanded JSON in which matchers may
// stand anywhere; everything else must be equal, objects whole, lists in order, numbers
// numerically.
#pragma once

#include <string>
#include <vector>

#include "conformance/base/json.hpp"
#include "conformance/matching/difference.hpp"

namespace stator::conformance {

/// The first differences, at most `kDifferencesMax`; none when the reply is as expected. `got` is
/// null when there is nothing at that place, and `path` names the place. Throws CaseError for a
/// matcher that makes no sense.
std::vector<Difference> compare(
    const Json& expected, const Json* got, const std::string& path = ""
);

}  // namespace stator::conformance
