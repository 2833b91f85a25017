#include "emulator/admin/routes/universe_routes.hpp"

#include "emulator/admin/routes/groups.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "emulator/base/members.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/base/universe_ports.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/laboratory/snapshots.hpp"
#include "engine/base/name_pattern.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {

using protocol::wire::JsonWriter;

namespace {

using Beginning = engine::Engine::Beginning;

constexpr int kConflict = 409;

// Reserves the name of a new universe, so that no other request can use it.
Accepted<std::string> take_name(const std::string& name, const AdminCall& call) {
    std::string universe = inner_universe(name);
    if (call.laboratories.add(universe) == nullptr) {
        return Refusal{
            "there is a universe '" + name + "' already; reset it or choose another name.",
            kConflict};
    }
    return accepted(universe);
}

// Reads the members that set the initial state of a universe.
Accepted<Beginning> beginning_members(Members& body) {
    Beginning beginning;
    STATOR_TRY(beginning.seed, body.unsigned_integer("seed"));
    STATOR_TRY(beginning.at, body.time("at"));
    return beginning;
}

Accepted<AdminAnswer> list(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return object_answer([&](JsonWriter& json) {
        json.begin_array("universes");
        for (const std::string& universe : laboratory.administration().universes()) {
            write_universe(json, laboratory, universe, call);
        }
        json.end_array();
    });
}

Accepted<AdminAnswer> create(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto from, universe_member(body, "from"));
    STATOR_TRY(const auto snapshot, body.text("snapshot"));
    STATOR_TRY(const auto time, restored_time(body));
    STATOR_TRY(const std::string name, new_name(body));
    STATOR_TRY(const Beginning beginning, beginning_members(body));
    STATOR_CHECK(body.finish());
    if (from && snapshot) {
        return Refusal{"the body has both 'from' and 'snapshot'; a universe is a copy of one."};
    }
    if (time && !snapshot) {
        return Refusal{
            "'clock' and 'shiftTimes' are about a snapshot; name one, or leave them out."};
    }
    std::string original;
    if (from) {
        STATOR_TRY(original, present_universe(laboratory, *from));
    }
    STATOR_TRY(const std::string universe, take_name(name, call));
    engine::JournalTicket ticket;
    if (from) ticket = call.laboratories.copy(original, universe);
    if (snapshot) {
        const auto restored = call.laboratories.snapshots().restore(
            *snapshot, universe, time.value_or(engine::Engine::RestoredTime::Kept)
        );
        if (restored.has_error()) {
            call.laboratories.remove(universe);
            return restored.error();
        }
        ticket = *restored;
    }
    const bool is_empty = !from && !snapshot;
    const auto began = is_empty ? call.laboratories.reset(universe, beginning)
                                : call.laboratories.begin(universe, beginning);
    return universe_state(laboratory, universe, call, std::max(ticket, began));
}

Accepted<AdminAnswer> show_universe(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string universe, present_universe(laboratory, call.path.at("universe")));
    return universe_state(laboratory, universe, call);
}

Accepted<AdminAnswer> remove(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string universe, present_universe(laboratory, call.path.at("universe")));
    if (universe.empty()) {
        return Refusal{"the default universe cannot be deleted; reset it instead.", kConflict};
    }
    AdminAnswer answer;
    answer.journal_ticket = call.laboratories.remove(universe);
    answer.body = "{}";
    return answer;
}

Accepted<AdminAnswer> reset(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string universe, present_universe(laboratory, call.path.at("universe")));
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const Beginning beginning, beginning_members(body));
    STATOR_CHECK(body.finish());
    const auto ticket = call.laboratories.reset(universe, beginning);
    return universe_state(laboratory, universe, call, ticket);
}

Accepted<AdminAnswer> fork(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string original, present_universe(laboratory, call.path.at("universe")));
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const std::string name, new_name(body));
    STATOR_TRY(const Beginning beginning, beginning_members(body));
    STATOR_CHECK(body.finish());
    STATOR_TRY(const std::string universe, take_name(name, call));
    const auto copied = call.laboratories.copy(original, universe);
    const auto began = call.laboratories.begin(universe, beginning);
    return universe_state(laboratory, universe, call, std::max(copied, began));
}

void write_policy(
    JsonWriter& json,
    const engine::Administration::TableState& table,
    std::string_view stream_label,
    const protocol::model::ResourcePolicy& policy
) {
    json.begin_object();
    json.string_member("region", table.place.region);
    json.string_member("table", table.snapshot->description.name);
    if (!stream_label.empty()) json.string_member("stream", stream_label);
    json.string_member("revisionId", policy.revision_id);
    json.raw_member("policy", policy.document);
    json.end_object();
}

Accepted<AdminAnswer> get_policies(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const auto fits = [&](std::string_view parameter, std::string_view name) {
        const std::string_view pattern = call.query_value(parameter);
        return pattern.empty() || engine::matches_name(pattern, name);
    };
    const engine::Administration administration = laboratory.administration();
    return object_answer([&](JsonWriter& json) {
        json.begin_array("policies");
        for (const auto& table : administration.tables(administration.name())) {
            const protocol::model::TableDescription& description = table.snapshot->description;
            if (!fits("table", description.name) || !fits("region", table.place.region)) continue;
            const protocol::model::ResourcePolicies& policies = description.policies;
            if (policies.of_table) write_policy(json, table, "", *policies.of_table);
            for (const auto& [label, policy] : policies.of_streams) {
                write_policy(json, table, label, policy);
            }
        }
        json.end_array();
    });
}

struct PortCall {
    std::string universe;
    std::optional<std::uint16_t> port;
    UniversePorts& ports;
};

Accepted<PortCall> read_port_call(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const std::string& name = call.path.at("universe");
    const std::string universe = inner_universe(name);
    if (!laboratory.administration().has_universe(universe)) return no_such_universe(name);
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto port, body.integer("port", 0, std::numeric_limits<std::uint16_t>::max()));
    STATOR_CHECK(body.finish());
    UniversePorts* const ports = call.laboratories.ports();
    if (ports == nullptr) return Refusal{"there is no server here that could listen.", 409};
    PortCall read{universe, std::nullopt, *ports};
    if (port) read.port = static_cast<std::uint16_t>(*port);
    return read;
}

Accepted<AdminAnswer> listen(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const PortCall asked, read_port_call(laboratory, call));
    STATOR_TRY(const std::uint16_t port, asked.ports.open(asked.universe, asked.port));
    return object_answer([&](JsonWriter& json) {
        json.string_member("universe", shown_universe(asked.universe));
        json.integer_member("port", port);
    });
}

Accepted<AdminAnswer> stop_listening(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const PortCall asked, read_port_call(laboratory, call));
    const std::size_t closed = asked.ports.close(asked.universe, asked.port);
    const std::string universe = shown_universe(asked.universe);
    if (closed == 0) {
        return Refusal{
            "the universe '" + universe + "' does not listen there; GET /_stator/v1/universes/" +
                universe + " shows its ports.",
            404};
    }
    return object_answer([&](JsonWriter& json) {
        json.string_member("universe", universe);
        json.integer_member("closed", static_cast<std::int64_t>(closed));
    });
}

constexpr std::array kUniverseRoutes = {
    AdminRoute{"GET", "/_stator/v1/universes", list},
    AdminRoute{"POST", "/_stator/v1/universes", create, kNameForm},
    AdminRoute{"GET", "/_stator/v1/universes/{universe}", show_universe},
    AdminRoute{"DELETE", "/_stator/v1/universes/{universe}", remove},
    AdminRoute{"POST", "/_stator/v1/universes/{universe}/reset", reset},
    AdminRoute{"POST", "/_stator/v1/universes/{universe}/fork", fork, kNameForm},
    AdminRoute{"POST", "/_stator/v1/universes/{universe}/listen", listen},
    AdminRoute{"DELETE", "/_stator/v1/universes/{universe}/listen", stop_listening},
    AdminRoute{"GET", "/_stator/v1/policies", get_policies, "", "table region"},
};

}  // namespace

Accepted<std::string> accepted(std::string value) {
    return Accepted<std::string>(boost::system::in_place_value, std::move(value));
}

Accepted<std::string> present_universe(laboratory::Laboratory& laboratory, std::string_view name) {
    std::string universe = inner_universe(name);
    if (laboratory.administration().has_universe(universe)) return accepted(universe);
    return no_such_universe(name);
}

Accepted<std::optional<std::string>> universe_member(Members& body, std::string_view member) {
    STATOR_TRY(auto name, body.text(member));
    if (name && name->empty())
        return body.refuse(member, "must name a universe, such as 'default'");
    return name;
}

Accepted<std::string> new_name(Members& body) {
    STATOR_TRY(const auto name, body.text("name"));
    if (!name) return body.refuse("name", "is missing");
    if (!is_universe_name(*name)) {
        return body.refuse(
            "name", "must be 1 to 128 letters, digits, '_', '-' and '.', with no '.' in front"
        );
    }
    return accepted(*name);
}

Accepted<std::optional<engine::Engine::RestoredTime>> restored_time(Members& body) {
    constexpr std::array<std::string_view, 2> kClocks = {"keep", "snapshot"};
    STATOR_TRY(const auto clock, body.choice("clock", kClocks));
    STATOR_TRY(const auto shifts, body.boolean("shiftTimes"));
    const bool resumes = clock == "snapshot";
    if (resumes && shifts.value_or(false)) {
        return Refusal{
            "the body has both 'shiftTimes' and the snapshot's 'clock'; either times are moved to "
            "the universe's clock, or its clock is set back: choose one."};
    }
    if (!clock && !shifts) return std::optional<engine::Engine::RestoredTime>();
    if (resumes) return std::optional(engine::Engine::RestoredTime::Resumed);
    return std::optional(
        shifts.value_or(false) ? engine::Engine::RestoredTime::Shifted
                               : engine::Engine::RestoredTime::Kept
    );
}

void write_universe(
    JsonWriter& json,
    laboratory::Laboratory& laboratory,
    const std::string& universe,
    const AdminCall& call
) {
    std::int64_t tables = 0;
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    const engine::Administration administration = laboratory.administration();
    if (const auto present = laboratory.engine().universes().find_existing(universe)) {
        present->run_due_if_needed();
    }
    for (const auto& table : administration.tables(universe)) {
        ++tables;
        items += table.statistics.table.items;
        bytes += table.statistics.table.bytes;
    }
    json.begin_object();
    json.string_member("name", shown_universe(universe));
    json.strings_member("regions", administration.regions(universe));
    json.integer_member("tables", tables);
    json.integer_member("items", items);
    json.integer_member("itemBytes", bytes);
    const UniversePorts* const ports = call.laboratories.ports();
    const auto open = ports == nullptr ? std::vector<std::uint16_t>() : ports->of(universe);
    if (!open.empty()) {
        json.array_member("ports", open, [&](const std::uint16_t port) { json.integer(port); });
    }
    if (const auto seed = administration.seed(universe)) {
        json.integer_member("seed", *seed);
    }
    json.end_object();
}

AdminAnswer universe_state(
    laboratory::Laboratory& laboratory,
    const std::string& universe,
    const AdminCall& call,
    engine::JournalTicket journal_ticket
) {
    AdminAnswer answer;
    JsonWriter json(answer.body);
    write_universe(json, laboratory, universe, call);
    answer.journal_ticket = journal_ticket;
    return answer;
}

AdminRoutes universe_routes() {
    return kUniverseRoutes;
}

}  // namespace stator::emulator::admin::routes
