// How writes travel between the regions of a universe, as it is written.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// {"lag":{"uniform":[500,1500]},"overlap":{"fixed":0},"cuts":[{"region":"eu-west-1"}]}; "tables" is
// ignored.
Accepted<Change> read_replication(protocol::wire::JsonView json, const std::string& place);
void write_replication(protocol::wire::JsonWriter& json, Laboratory& laboratory);

}  // namespace stator::emulator::laboratory::controls
