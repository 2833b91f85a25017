// What is kept of requests, as it is written.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// {"on":true,"capacity":10000,"bodies":"none"}
Accepted<Change> read_journal(protocol::wire::JsonView json, const std::string& place);
void write_journal(protocol::wire::JsonWriter& json, Laboratory& laboratory);

}  // namespace stator::emulator::laboratory::controls
