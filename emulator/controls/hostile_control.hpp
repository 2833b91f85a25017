// How hostile a universe is, as it is written.
#pragma once

#include <string>

#include "emulator/controls/control.hpp"

namespace stator::emulator::controls {

// {"level":"rough"}; see hostile::HostileLevel.
forms::Accepted<Change> read_hostile(protocol::wire::JsonView json, const std::string& place);
void write_hostile(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
