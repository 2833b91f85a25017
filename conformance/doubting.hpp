// `stator-conformance doubts`.
#pragma once

#include <vector>

#include "conformance/format/case.hpp"
#include "conformance/options.hpp"

namespace stator::conformance {

/// Runs the subcommand with these options and returns the exit status: 1 if captured replies refute
/// a case. Throws std::runtime_error for files that cannot be read or written.
int show_doubts(const Options& options, const std::vector<Case>& cases);

}  // namespace stator::conformance
