// The control of triggers: the event source mappings of a universe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/integrations/triggers/board.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/laboratories.hpp"

namespace stator::emulator::laboratory::controls {

// The form is that of emulator/integrations/triggers/mapping_form.hpp. Mappings of the same name
// and table go on where they are.
Accepted<Change> read_triggers(protocol::wire::JsonView json, const std::string& place);
void write_triggers(protocol::wire::JsonWriter& json, Laboratory& laboratory);

// The same as a change. Nothing: the mappings stay.
Change change_triggers(std::optional<integrations::triggers::Mappings> mappings);

// After a start: each universe's mappings are those that its data file remembers, if it does.
// Sentences for the operator about those that cannot be read, which stay as they are.
std::vector<std::string> restore_triggers(Laboratories& laboratories);

}  // namespace stator::emulator::laboratory::controls
