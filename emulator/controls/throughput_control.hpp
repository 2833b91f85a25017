// Throttling and heat of a universe as they are written.
#pragma once

#include <string>

#include "emulator/controls/control.hpp"

namespace stator::emulator::controls {

// {"throttle":"aws","heat":true}; "sources" is ignored. Without "heat", heat is usually on while
// the journal is.
forms::Accepted<Change> read_throughput(protocol::wire::JsonView json, const std::string& place);
void write_throughput(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
