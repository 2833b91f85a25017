// `stator-conformance doubts`.
#pragma once

#include <vector>

#include "conformance/format/case.hpp"
#include "conformance/options.hpp"

namespace stator::conformance {

/// Does what the options say about the doubts of the cases and returns the exit code: 1 when
/// captured answers refute a case. Throws std::runtime_error for files that cannot be read or
/// written.
int show_doubts(const Options& options, const std::vector<Case>& cases);

}  // namespace stator::conformance
