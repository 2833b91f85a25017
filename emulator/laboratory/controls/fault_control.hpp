// The faults of a universe as they are written: rules, and the seed of what they draw.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/faults/fault_rules.hpp"

namespace stator::emulator::laboratory::controls {

// {"rules":[…],"preset":{…},"seed":7}, as emulator/laboratory/faults/fault_rules.hpp says; the seed
// stays when it is absent. Every counter starts at 0.
Accepted<Change> read_faults(protocol::wire::JsonView json, const std::string& place);
void write_faults(protocol::wire::JsonWriter& json, Laboratory& laboratory);

// What read_faults() gives for these settings.
Change change_faults(faults::FaultSettings settings);

}  // namespace stator::emulator::laboratory::controls
