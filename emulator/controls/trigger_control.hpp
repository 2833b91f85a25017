// The control of triggers: the event source mappings of a universe.
#pragma once

#include "emulator/controls/control.hpp"
#include "emulator/triggers/board.hpp"

namespace stator::emulator::controls {

// The form is that of emulator/triggers/mapping_form.hpp. Mappings of the same name and table go on
// where they are.
forms::Accepted<Change> read_triggers(protocol::wire::JsonView json, const std::string& place);
void write_triggers(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

// The same as a change. Nothing: the mappings stay.
Change change_triggers(std::optional<triggers::Mappings> mappings);

// The answer of a GET: the mappings with how they stand, and whether nothing is left to do.
void write_trigger_state(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory);

}  // namespace stator::emulator::controls
