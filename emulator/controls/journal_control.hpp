// What is kept of requests, as it is written.
#pragma once

#include <string>

#include "emulator/controls/control.hpp"

namespace stator::emulator::controls {

// {"on":true,"capacity":10000,"bodies":"none"}
forms::Accepted<Change> read_journal(protocol::wire::JsonView json, const std::string& place);
void write_journal(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
