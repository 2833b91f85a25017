// The commands of `stator ctl` that look inside a universe and change nothing.
#pragma once

#include <vector>

#include "tools/ctl/verbs.hpp"

namespace stator::tools::ctl {

std::vector<CtlVerb> inspection_verbs();

}  // namespace stator::tools::ctl
