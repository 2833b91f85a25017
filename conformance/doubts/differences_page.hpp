// The page of known differences from AWS, docs/DIFFERENCES.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance::doubts {

/// Returns the page, built from the hand-written files in the folder (`not_built.json`,
/// `deliberate.md`) and from the doubts of the cases. Throws std::runtime_error for a file that
/// cannot be read.
std::string differences_page(const std::vector<Case>& cases, const std::filesystem::path& folder);

}  // namespace stator::conformance::doubts
