// The list of all controls.
#pragma once

#include <span>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// In the order in which they are set: the clock first, since all others live by it.
std::span<const Control> all_controls();

}  // namespace stator::emulator::laboratory::controls
