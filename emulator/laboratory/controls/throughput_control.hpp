// Throttling and heat of a universe as they are written.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// {"throttle":"aws","heat":true}; "sources" is ignored. Without "heat", heat is usually on while
// the journal is.
Accepted<Change> read_throughput(protocol::wire::JsonView json, const std::string& place);
void write_throughput(protocol::wire::JsonWriter& json, Laboratory& laboratory);

}  // namespace stator::emulator::laboratory::controls
