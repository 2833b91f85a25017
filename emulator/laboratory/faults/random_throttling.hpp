// The rules that correspond to LocalStack's error probabilities. Pure.
#pragma once

#include "emulator/laboratory/faults/fault_rules.hpp"

namespace stator::emulator::laboratory::faults {

// Rules that throttle reads and writes of items with these probabilities. No rule for 0.
FaultRules random_throttling(double read_probability, double write_probability);

}  // namespace stator::emulator::laboratory::faults
