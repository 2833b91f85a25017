// The routes that list, create, show, fork, reset and delete universes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/admin/routes/route.hpp"
#include "emulator/base/members.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::admin::routes {

// ---- Shared with the routes of snapshots ----

// An example of a body that names the object to create.
inline constexpr std::string_view kNameForm = "{\"name\":\"…\"}";

// A successful result with a string. A plain string could be either a value or an error message.
Accepted<std::string> accepted(std::string value);

// The engine's name of an existing universe. Error: no universe has that name (404).
Accepted<std::string> present_universe(laboratory::Laboratory& laboratory, std::string_view name);

// Reads the member that names a universe, if it is present. An empty name, for example from an
// unset variable in a script, is an error.
Accepted<std::optional<std::string>> universe_member(Members& body, std::string_view member);

// Reads the name of the universe or snapshot to create.
Accepted<std::string> new_name(Members& body);

// Reads "clock" and "shiftTimes": how the restored universe sets its clock and the times in its
// contents. nullopt if the body has neither.
Accepted<std::optional<engine::Engine::RestoredTime>> restored_time(Members& body);

// Writes the name, regions and sizes of a universe.
void write_universe(
    protocol::wire::JsonWriter& json,
    laboratory::Laboratory& laboratory,
    const std::string& universe,
    const AdminCall& call
);

// The reply that shows a universe.
AdminAnswer universe_state(
    laboratory::Laboratory& laboratory,
    const std::string& universe,
    const AdminCall& call,
    engine::JournalTicket journal_ticket = {}
);

}  // namespace stator::emulator::admin::routes
