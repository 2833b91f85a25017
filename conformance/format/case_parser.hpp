// Reads a case file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance {

/// The cases in a file's text. `name` is `folder/file` without the extension; the folder names the
/// operation unless a case says otherwise. Throws CaseError, which says what is wrong and where.
std::vector<Case> parse_cases(std::string_view text, std::string_view name);

}  // namespace stator::conformance
