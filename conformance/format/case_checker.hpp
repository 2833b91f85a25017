// Finds mistakes in the values of a case before the run sends anything: unknown `${names}`, unknown
// or misplaced matchers and generators, and invalid arguments of matchers and generators.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"
#include "conformance/format/expansion.hpp"

namespace stator::conformance {

/// The names that a case may use at one point: aliases, captures so far, and the runner's own.
using KnownNames = std::set<std::string, std::less<>>;

/// Throws CaseError for a mistake; its text begins with the JSON pointer `path` of the place.
/// `has_index`: `${i}` is defined outside generators.
void check_value(
    const Json& value,
    const std::string& path,
    const KnownNames& names,
    Purpose purpose,
    bool has_index = false
);

}  // namespace stator::conformance
