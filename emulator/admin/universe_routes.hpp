// The routes that list, make, show, fork, reset and delete universes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/admin/route.hpp"
#include "emulator/forms/members.hpp"
#include "emulator/observe/laboratories.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::admin {

AdminRoutes universe_routes();

// ---- What these routes have in common with those of snapshots ----

// An example of a body that names what is to be made.
inline constexpr std::string_view kNameForm = "{\"name\":\"…\"}";

// A string alone could be either, a value or why there is none.
forms::Accepted<std::string> accepted(std::string value);

// A universe that is there, as the engine calls it. Error: there is none of that name (404).
forms::Accepted<std::string> present_universe(
    observe::Laboratory& laboratory, std::string_view name
);

// The member that names a universe, if it is there. An empty name, as of a variable that a script
// has forgotten to set, is none.
forms::Accepted<std::optional<std::string>> universe_member(
    forms::Members& body, std::string_view member
);

// The name of a universe or snapshot to be made.
forms::Accepted<std::string> new_name(forms::Members& body);

// Reads "clock" and "shiftTimes": what becomes of time when a snapshot is restored. Nothing when
// the body has neither.
forms::Accepted<std::optional<engine::Engine::RestoredTime>> restored_time(forms::Members& body);

// A universe as it is shown: its name, regions and sizes.
void write_universe(
    protocol::wire::JsonWriter& json, observe::Laboratory& laboratory, const std::string& universe
);

// The answer that shows a universe.
AdminAnswer universe_state(
    observe::Laboratory& laboratory,
    const std::string& universe,
    engine::JournalTicket journal_ticket = {}
);

}  // namespace stator::emulator::admin
