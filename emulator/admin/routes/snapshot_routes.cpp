#include "emulator/admin/routes/groups.hpp"

#include <algorithm>
#include <array>

#include "emulator/admin/routes/universe_routes.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/controls/clock_control.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

using engine::ClockSetting;
using engine::Engine;
using engine::universes::SnapshotDescription;
using engine::universes::SnapshotTable;
using laboratory::ShownSnapshot;
using protocol::wire::JsonWriter;

void write_origin(JsonWriter& json, const ShownSnapshot& snapshot) {
    json.string_member("name", snapshot.name);
    json.integer_member("diskBytes", static_cast<std::int64_t>(snapshot.disk_bytes));
    if (!snapshot.description.origin) return;
    const engine::universes::Origin& origin = *snapshot.description.origin;
    json.string_member("saved", time_text(origin.saved));
    json.integer_member("savedMs", origin.saved.unix_ms());
    json.string_member("universe", shown_universe(origin.universe));
    json.string_member("version", origin.version);
}

void write_names(JsonWriter& json, const ShownSnapshot& snapshot) {
    if (!snapshot.problem.empty()) return json.string_member("problem", snapshot.problem);
    json.begin_array("tables");
    for (const SnapshotTable& table : snapshot.description.tables) {
        json.string(table.description.name);
    }
    json.end_array();
}

void write_clock(JsonWriter& json, const SnapshotDescription& description) {
    const ClockSetting setting = description.clock.value_or(ClockSetting());
    json.begin_object("clock");
    laboratory::controls::write_clock_reading(json, setting, description.origin->time);
    json.end_object();
}

void write_table(JsonWriter& json, const SnapshotTable& table) {
    json.begin_object();
    json.string_member("name", table.description.name);
    json.string_member("region", table.region);
    json.integer_member("items", table.items);
    json.integer_member("itemBytes", table.bytes);
    json.begin_array("indexes");
    for (const auto& index : table.description.local_indexes) json.string(index.name);
    for (const auto& index : table.description.global_indexes) json.string(index.name);
    json.end_array();
    json.end_object();
}

Accepted<AdminAnswer> list_snapshots(laboratory::Laboratory&, const AdminCall& call) {
    return object_answer([&](JsonWriter& json) {
        json.objects_member(
            "snapshots",
            call.laboratories.snapshots().list(),
            [&](const ShownSnapshot& snapshot) {
                write_origin(json, snapshot);
                write_names(json, snapshot);
            }
        );
    });
}

Accepted<AdminAnswer> details(const std::string& name, const AdminCall& call) {
    STATOR_TRY(const ShownSnapshot snapshot, call.laboratories.snapshots().show(name));
    return object_answer([&](JsonWriter& json) {
        write_origin(json, snapshot);
        if (snapshot.description.origin) write_clock(json, snapshot.description);
        json.array_member("tables", snapshot.description.tables, [&](const SnapshotTable& table) {
            write_table(json, table);
        });
    });
}

Accepted<AdminAnswer> show(laboratory::Laboratory&, const AdminCall& call) {
    return details(call.path.at("snapshot"), call);
}

Accepted<AdminAnswer> save(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const std::string name, new_name(body));
    STATOR_TRY(const auto universe, universe_member(body, "universe"));
    STATOR_TRY(const auto overwrites, body.boolean("overwrite"));
    STATOR_CHECK(body.finish());
    STATOR_TRY(
        const std::string original,
        present_universe(laboratory, universe.value_or(std::string(kDefaultUniverse)))
    );
    STATOR_CHECK(call.laboratories.snapshots().save(name, original, overwrites.value_or(false)));
    return details(name, call);
}

Accepted<AdminAnswer> restore(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto name, body.text("universe"));
    STATOR_TRY(const auto time, restored_time(body));
    STATOR_CHECK(body.finish());
    if (name && !is_universe_name(*name)) {
        return Refusal{"'" + *name + "' cannot be the name of a universe; use letters and digits."};
    }
    const std::string universe = inner_universe(name.value_or(""));
    STATOR_TRY(
        const auto ticket,
        call.laboratories.snapshots().restore(
            call.path.at("snapshot"), universe, time.value_or(Engine::RestoredTime::Kept)
        )
    );
    return universe_state(laboratory, universe, call, ticket);
}

Accepted<AdminAnswer> remove_snapshot(laboratory::Laboratory&, const AdminCall& call) {
    STATOR_CHECK(call.laboratories.snapshots().remove(call.path.at("snapshot")));
    AdminAnswer answer;
    answer.body = "{}";
    return answer;
}

constexpr std::array kSnapshotRoutes = {
    AdminRoute{"GET", "/_stator/v1/snapshots", list_snapshots},
    AdminRoute{"POST", "/_stator/v1/snapshots", save, kNameForm},
    AdminRoute{"GET", "/_stator/v1/snapshots/{snapshot}", show},
    AdminRoute{"DELETE", "/_stator/v1/snapshots/{snapshot}", remove_snapshot},
    AdminRoute{"POST", "/_stator/v1/snapshots/{snapshot}/restore", restore},
};

}  // namespace

AdminRoutes snapshot_routes() {
    return kSnapshotRoutes;
}

}  // namespace stator::emulator::admin::routes
