// How hostile a universe is, as it is written.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// {"level":"rough"}; see hostile::HostileLevel.
Accepted<Change> read_hostile(protocol::wire::JsonView json, const std::string& place);
void write_hostile(protocol::wire::JsonWriter& json, Laboratory& laboratory);

}  // namespace stator::emulator::laboratory::controls
