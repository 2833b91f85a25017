// The program stator-conformance: runs it with its options and returns the exit status.
#pragma once

#include "conformance/options.hpp"

namespace stator::conformance {

/// Runs the program with these options and returns the exit status. 0: all cases pass; 1: some
/// fail; 2: it could not run, and standard error contains the reason.
int run_application(const Options& options);

}  // namespace stator::conformance
