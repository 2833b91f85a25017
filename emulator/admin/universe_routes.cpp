#include "emulator/admin/universe_routes.hpp"

#include <array>

#include "emulator/forms/members.hpp"
#include "emulator/forms/universe_name.hpp"
#include "emulator/observe/laboratories.hpp"
#include "emulator/observe/snapshots.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using engine::universes::Universes;
using protocol::wire::JsonWriter;

constexpr std::string_view kNameForm = "{\"name\":\"…\"}";
constexpr int kConflict = 409;

// A string alone could be either, a value or why there is none.
forms::Accepted<std::string> accepted(std::string value) {
    return forms::Accepted<std::string>(boost::system::in_place_value, std::move(value));
}

// A universe that is there, as the engine calls it.
forms::Accepted<std::string> present_universe(
    observe::Laboratory& laboratory, std::string_view name
) {
    std::string universe = forms::inner_universe(name);
    if (laboratory.administration().has_universe(universe)) return accepted(universe);
    return forms::no_such_universe(name);
}

// The member that names a universe, if it is there. An empty name, as of a variable that a script
// has forgotten to set, is none.
forms::Accepted<std::optional<std::string>> universe_member(
    forms::Members& body, std::string_view member
) {
    STATOR_TRY(auto name, body.text(member));
    if (name && name->empty())
        return body.refuse(member, "must name a universe, such as 'default'");
    return name;
}

// The name of a universe or snapshot to be made.
forms::Accepted<std::string> new_name(forms::Members& body) {
    STATOR_TRY(const auto name, body.text("name"));
    if (!name) return body.refuse("name", "is missing");
    if (!forms::is_universe_name(*name)) {
        return body.refuse(
            "name", "must be 1 to 128 letters, digits, '_', '-' and '.', with no '.' in front"
        );
    }
    return accepted(*name);
}

// Takes the name of a universe that is to be made, so that nobody else gets it.
forms::Accepted<std::string> take_name(observe::Laboratory& laboratory, const std::string& name) {
    std::string universe = forms::inner_universe(name);
    if (laboratory.all().add(universe) == nullptr) {
        return forms::Refusal{
            "there is a universe '" + name + "' already; reset it or choose another name.",
            kConflict};
    }
    return accepted(universe);
}

void write_universe(
    JsonWriter& json, observe::Laboratory& laboratory, const std::string& universe
) {
    std::int64_t tables = 0;
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    const engine::Administration administration = laboratory.administration();
    for (const auto& table : administration.tables(universe)) {
        ++tables;
        items += table.statistics.table.items;
        bytes += table.statistics.table.bytes;
    }
    json.begin_object();
    json.string_member("name", forms::shown_universe(universe));
    json.key("regions");
    json.begin_array();
    for (const std::string& region : administration.regions(universe)) json.string(region);
    json.end_array();
    json.integer_member("tables", tables);
    json.integer_member("items", items);
    json.integer_member("itemBytes", bytes);
    json.end_object();
}

AdminAnswer universe_state(
    observe::Laboratory& laboratory,
    const std::string& universe,
    engine::JournalTicket journal_ticket = {}
) {
    AdminAnswer answer;
    JsonWriter json(answer.body);
    write_universe(json, laboratory, universe);
    answer.journal_ticket = journal_ticket;
    return answer;
}

forms::Accepted<AdminAnswer> list(observe::Laboratory& laboratory, const AdminCall&) {
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.key("universes");
    json.begin_array();
    for (const std::string& universe : laboratory.administration().universes()) {
        write_universe(json, laboratory, universe);
    }
    json.end_array();
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> create(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto from, universe_member(body, "from"));
    STATOR_TRY(const auto snapshot, body.text("snapshot"));
    STATOR_TRY(const std::string name, new_name(body));
    STATOR_CHECK(body.finish());
    if (from && snapshot) {
        return forms::Refusal{
            "the body has both 'from' and 'snapshot'; a universe is a copy of one."};
    }
    std::string original;
    if (from) {
        STATOR_TRY(original, present_universe(laboratory, *from));
    }
    STATOR_TRY(const std::string universe, take_name(laboratory, name));
    engine::JournalTicket ticket;
    if (from) ticket = laboratory.all().copy(original, universe);
    if (snapshot) {
        const auto restored = laboratory.all().snapshots().restore(*snapshot, universe);
        if (restored.has_error()) {
            laboratory.all().remove(universe);
            return restored.error();
        }
        ticket = *restored;
    }
    return universe_state(laboratory, universe, ticket);
}

forms::Accepted<AdminAnswer> show_universe(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string universe, present_universe(laboratory, call.path.at("universe")));
    return universe_state(laboratory, universe);
}

forms::Accepted<AdminAnswer> remove(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string universe, present_universe(laboratory, call.path.at("universe")));
    if (universe.empty()) {
        return forms::Refusal{
            "the default universe cannot be deleted; reset it instead.", kConflict};
    }
    AdminAnswer answer;
    answer.journal_ticket = laboratory.all().remove(universe);
    answer.body = "{}";
    return answer;
}

forms::Accepted<AdminAnswer> reset(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string universe, present_universe(laboratory, call.path.at("universe")));
    STATOR_TRY(const forms::Members body, call.members());
    STATOR_CHECK(body.finish());
    const auto ticket = laboratory.engine().clear_universe(universe, false);
    return universe_state(laboratory, universe, ticket);
}

forms::Accepted<AdminAnswer> fork(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const std::string original, present_universe(laboratory, call.path.at("universe")));
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const std::string name, new_name(body));
    STATOR_CHECK(body.finish());
    STATOR_TRY(const std::string universe, take_name(laboratory, name));
    const auto ticket = laboratory.all().copy(original, universe);
    return universe_state(laboratory, universe, ticket);
}

forms::Accepted<AdminAnswer> list_snapshots(observe::Laboratory& laboratory, const AdminCall&) {
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.key("snapshots");
    json.begin_array();
    for (const std::string& name : laboratory.all().snapshots().names()) {
        json.begin_object();
        json.string_member("name", name);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> save_snapshot(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const std::string name, new_name(body));
    STATOR_TRY(const auto universe, universe_member(body, "universe"));
    STATOR_CHECK(body.finish());
    STATOR_TRY(
        const std::string original,
        present_universe(laboratory, universe.value_or(std::string(forms::kDefaultUniverse)))
    );
    STATOR_CHECK(laboratory.all().snapshots().save(name, original));
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.string_member("name", name);
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> restore_snapshot(
    observe::Laboratory& laboratory, const AdminCall& call
) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto name, body.text("universe"));
    STATOR_CHECK(body.finish());
    if (name && !forms::is_universe_name(*name)) {
        return forms::Refusal{
            "'" + *name + "' cannot be the name of a universe; use letters and digits."};
    }
    const std::string universe = forms::inner_universe(name.value_or(""));
    STATOR_TRY(
        const auto ticket, laboratory.all().snapshots().restore(call.path.at("snapshot"), universe)
    );
    return universe_state(laboratory, universe, ticket);
}

forms::Accepted<AdminAnswer> delete_snapshot(
    observe::Laboratory& laboratory, const AdminCall& call
) {
    STATOR_CHECK(laboratory.all().snapshots().remove(call.path.at("snapshot")));
    AdminAnswer answer;
    answer.body = "{}";
    return answer;
}

constexpr std::array kUniverseRoutes = {
    AdminRoute{"GET", "/_stator/v1/universes", list},
    AdminRoute{"POST", "/_stator/v1/universes", create, kNameForm},
    AdminRoute{"GET", "/_stator/v1/universes/{universe}", show_universe},
    AdminRoute{"DELETE", "/_stator/v1/universes/{universe}", remove},
    AdminRoute{"POST", "/_stator/v1/universes/{universe}/reset", reset},
    AdminRoute{"POST", "/_stator/v1/universes/{universe}/fork", fork, kNameForm},
    AdminRoute{"GET", "/_stator/v1/snapshots", list_snapshots},
    AdminRoute{"POST", "/_stator/v1/snapshots", save_snapshot, kNameForm},
    AdminRoute{"POST", "/_stator/v1/snapshots/{snapshot}/restore", restore_snapshot},
    AdminRoute{"DELETE", "/_stator/v1/snapshots/{snapshot}", delete_snapshot},
};

}  // namespace

AdminRoutes universe_routes() {
    return kUniverseRoutes;
}

}  // namespace stator::emulator::admin
