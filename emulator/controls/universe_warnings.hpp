// What a control's answer says about rules that name universes: a misspelt name is no error, since
// the universe may still be made, but nobody should have to find out by himself.
#pragma once

#include <string>
#include <vector>

#include "protocol/wire/json.hpp"

namespace stator::emulator::observe {
class Laboratories;
}

namespace stator::emulator::controls {

// Appends the member "warnings" with a sentence for each pattern that fits no universe; nothing
// when all fit one. Thread-safe.
void write_universe_warnings(
    protocol::wire::JsonWriter& json,
    observe::Laboratories& laboratories,
    const std::vector<std::string>& patterns
);

}  // namespace stator::emulator::controls
