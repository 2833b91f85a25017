// How writes travel between the regions of a universe, as it is written.
#pragma once

#include <string>

#include "emulator/controls/control.hpp"

namespace stator::emulator::controls {

// {"lag":{"uniform":[500,1500]},"overlap":{"fixed":0},"cuts":[{"region":"eu-west-1"}]}; "tables" is
// ignored.
forms::Accepted<Change> read_replication(protocol::wire::JsonView json, const std::string& place);
void write_replication(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
