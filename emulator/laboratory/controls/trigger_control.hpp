// The control of triggers: the event source mappings of a universe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/integrations/triggers/board.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/laboratories.hpp"

namespace stator::emulator::laboratory::controls {

// The form is defined in emulator/integrations/triggers/mapping_form.hpp. A mapping with the same
// name and table as an existing one continues at its position.
Accepted<Change> read_triggers(protocol::wire::JsonView json, const std::string& place);
void write_triggers(protocol::wire::JsonWriter& json, Laboratory& laboratory);

// A change to these mappings. nullopt: the mappings do not change.
Change change_triggers(std::optional<integrations::triggers::Mappings> mappings);

// Called after a start: restores each universe's mappings from its data file, if it contains any.
// Returns messages for the operator about mappings that cannot be read; these universes keep their
// mappings.
std::vector<std::string> restore_triggers(Laboratories& laboratories);

}  // namespace stator::emulator::laboratory::controls
