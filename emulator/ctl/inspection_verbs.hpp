// The commands of `stator ctl` that look inside a universe and change nothing.
#pragma once

#include <vector>

#include "emulator/ctl/verbs.hpp"

namespace stator::emulator::ctl {

std::vector<CtlVerb> inspection_verbs();

}  // namespace stator::emulator::ctl
