// `stator-conformance hunt`.
#pragma once

#include "conformance/options.hpp"

namespace stator::conformance {

/// Hunts as the options say, tells standard output what was found and returns the exit code.
/// Throws CannotRun, and std::runtime_error for a file that cannot be written.
int go_hunting(const Options& options);

}  // namespace stator::conformance
