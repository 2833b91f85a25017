// The faults of a universe as JSON: the rules, and the seed of their random choices.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/faults/fault_rules.hpp"

namespace stator::emulator::laboratory::controls {

// Reads {"rules":[…],"preset":{…},"seed":7}, see emulator/laboratory/faults/fault_rules.hpp. Keeps
// the seed if it is absent. All counters start at 0.
Accepted<Change> read_faults(protocol::wire::JsonView json, const std::string& place);
void write_faults(protocol::wire::JsonWriter& json, Laboratory& laboratory);

// The result of read_faults() for these settings.
Change change_faults(faults::FaultSettings settings);

}  // namespace stator::emulator::laboratory::controls
