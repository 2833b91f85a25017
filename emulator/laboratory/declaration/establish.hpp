// Makes a laboratory what it is declared to be, and shows it as a declaration.
#pragma once

#include "emulator/base/accepted.hpp"
#include "emulator/laboratory/declaration/declaration.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/identifiers.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {

// Everything is checked first, every fixture in an engine of its own; then the laboratory is set
// up, and the universes one after another. What is not declared stays: other universes, controls
// that are not mentioned, and what a universe holds unless "from", "snapshot" or "fixtures" says
// what it is to hold. Returns the journal's ticket. One declaration is established at a time.
// Errors: a universe or snapshot that is not there (404), a fixture that DynamoDB refuses; nothing
// has changed then. Only what nobody could foresee, a full disk or a universe that another client
// deletes at the same time, is refused halfway.
Accepted<engine::JournalTicket> establish(
    Laboratories& laboratories, Laboratory& laboratory, const Declaration& declaration
);

// Appends the controls of the laboratory and, if it is that of the default universe, of all other
// universes, so that establishing this changes nothing.
void write_declaration(
    protocol::wire::JsonWriter& json, Laboratories& laboratories, Laboratory& laboratory
);

}  // namespace stator::emulator::laboratory::declaration
