// Checks the arguments of matchers.
#pragma once

#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// Throws CaseError unless the argument of the matcher `name` has a valid form. Strings may still
/// contain `${names}` that have not been replaced.
void check_matcher(std::string_view name, const Json& argument);

}  // namespace stator::conformance
