// The program stator-conformance: from its options to its exit code.
#pragma once

#include "conformance/options.hpp"

namespace stator::conformance {

/// Does what the options say and returns the exit code. 0: all cases pass; 1: some fail; 2: it
/// could not run, and standard error says why.
int run_application(const Options& options);

}  // namespace stator::conformance
