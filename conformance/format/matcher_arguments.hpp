// Whether a matcher is written so that it can be used.
#pragma once

#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// Throws CaseError unless the argument of the matcher named `name` has a form it can use. Names in
/// strings may still be waiting for their meaning.
void check_matcher(std::string_view name, const Json& argument);

}  // namespace stator::conformance
