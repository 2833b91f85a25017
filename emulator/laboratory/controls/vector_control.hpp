// How much searches of a universe's vector indexes find, as it is written.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// {"recall":0.95}; see engine::vector::Recall.
Accepted<Change> read_vectors(protocol::wire::JsonView json, const std::string& place);
void write_vectors(protocol::wire::JsonWriter& json, Laboratory& laboratory);

}  // namespace stator::emulator::laboratory::controls
