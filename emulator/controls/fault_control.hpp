// The faults of a universe as they are written: rules, and the seed of what they draw.
#pragma once

#include <string>

#include "emulator/controls/control.hpp"
#include "emulator/faults/fault_rules.hpp"

namespace stator::emulator::controls {

// {"rules":[…],"preset":{…},"seed":7}, as emulator/faults/fault_rules.hpp says; the seed stays when
// it is absent. Every counter starts at 0.
forms::Accepted<Change> read_faults(protocol::wire::JsonView json, const std::string& place);
void write_faults(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

// What read_faults() gives for these settings.
Change change_faults(faults::FaultSettings settings);

// Appends what GET shows, settings included, as an object: every rule with its counters.
void write_fault_state(protocol::wire::JsonWriter& json, const observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
