// `stator-conformance hunt`.
#pragma once

#include "conformance/options.hpp"

namespace stator::conformance {

/// Hunts with these options, prints the findings and returns the exit status. Throws CannotRun, and
/// std::runtime_error for a file that cannot be written.
int go_hunting(const Options& options);

}  // namespace stator::conformance
