// Reads a case file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance {

/// Returns the cases in a file's text. `name` is `folder/file` without the extension. The folder
/// gives the operation unless a case names another one. Throws CaseError with the mistake and its
/// place.
std::vector<Case> parse_cases(std::string_view text, std::string_view name);

}  // namespace stator::conformance
