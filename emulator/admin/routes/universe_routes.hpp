// The routes that list, make, show, fork, reset and delete universes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/admin/routes/route.hpp"
#include "emulator/base/members.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::admin::routes {

// ---- What these routes have in common with those of snapshots ----

// An example of a body that names what is to be made.
inline constexpr std::string_view kNameForm = "{\"name\":\"…\"}";

// A string alone could be either, a value or why there is none.
Accepted<std::string> accepted(std::string value);

// A universe that is there, as the engine calls it. Error: there is none of that name (404).
Accepted<std::string> present_universe(laboratory::Laboratory& laboratory, std::string_view name);

// The member that names a universe, if it is there. An empty name, as of a variable that a script
// has forgotten to set, is none.
Accepted<std::optional<std::string>> universe_member(Members& body, std::string_view member);

// The name of a universe or snapshot to be made.
Accepted<std::string> new_name(Members& body);

// Reads "clock" and "shiftTimes": what becomes of time when a snapshot is restored. Nothing when
// the body has neither.
Accepted<std::optional<engine::Engine::RestoredTime>> restored_time(Members& body);

// A universe as it is shown: its name, regions and sizes.
void write_universe(
    protocol::wire::JsonWriter& json,
    laboratory::Laboratory& laboratory,
    const std::string& universe,
    const AdminCall& call
);

// The answer that shows a universe.
AdminAnswer universe_state(
    laboratory::Laboratory& laboratory,
    const std::string& universe,
    const AdminCall& call,
    engine::JournalTicket journal_ticket = {}
);

}  // namespace stator::emulator::admin::routes
