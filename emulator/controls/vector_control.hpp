// How much searches of a universe's vector indexes find, as it is written.
#pragma once

#include <string>

#include "emulator/controls/control.hpp"

namespace stator::emulator::controls {

// {"recall":0.95}; see engine::vector::Recall.
forms::Accepted<Change> read_vectors(protocol::wire::JsonView json, const std::string& place);
void write_vectors(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
