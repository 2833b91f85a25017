// Applies a declaration to a laboratory, and shows a laboratory as a declaration.
#pragma once

#include "emulator/base/accepted.hpp"
#include "emulator/laboratory/declaration/declaration.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/identifiers.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {

// Checks everything first, including every fixture in a separate engine. Then sets the laboratory,
// and the universes one after another. Keeps everything that is not declared: other universes,
// controls that are not mentioned, and the contents of a universe unless "from", "snapshot" or
// "fixtures" replaces them. Returns the journal's ticket. Applies one declaration at a time.
// Errors: a universe or snapshot that does not exist (404), a fixture that DynamoDB rejects;
// nothing has changed then. Only unforeseeable errors, such as a full disk or a universe that
// another client deletes at the same time, leave a declaration partly applied.
Accepted<engine::JournalTicket> establish(
    Laboratories& laboratories, Laboratory& laboratory, const Declaration& declaration
);

// Appends the controls of the laboratory and, if it belongs to the default universe, those of all
// other universes, so that establishing the output changes nothing.
void write_declaration(
    protocol::wire::JsonWriter& json, Laboratories& laboratories, Laboratory& laboratory
);

}  // namespace stator::emulator::laboratory::declaration
