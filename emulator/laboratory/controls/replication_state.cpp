#include "emulator/laboratory/controls/replication_state.hpp"

#include <string>

#include "emulator/base/time_text.hpp"
#include "engine/inspection/replication_inspection.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::inspection::ConflictState;
using engine::inspection::GlobalTableState;
using protocol::wire::JsonWriter;

void write_item(JsonWriter& json, std::string_view name, const protocol::values::ItemImage& item) {
    json.key(name);
    protocol::wire::write_item(json, item);
}

void write_side(
    JsonWriter& json, std::string_view name, const engine::replication::Change& change
) {
    json.begin_object(name);
    json.string_member("region", change.region);
    json.string_member("time", time_text(change.time));
    json.integer_member("timeMs", change.time.unix_ms());
    json.integer_member("commit", static_cast<std::int64_t>(change.version.commit.value));
    if (change.is_deletion) {
        json.boolean_member("deleted", true);
    } else {
        write_item(json, "item", *change.image);
    }
    json.end_object();
}

// Why one of two conflicting writes won, as a sentence.
std::string reason(
    const engine::replication::Change& winner, const engine::replication::Change& loser
) {
    const std::int64_t later_ms = winner.time - loser.time;
    if (later_ms > 0) return "committed " + std::to_string(later_ms) + " ms later";
    return "committed later, in the same millisecond";
}

void write_conflict(JsonWriter& json, const ConflictState& state) {
    const auto& conflict = state.conflict;
    json.begin_object();
    write_item(json, "key", *state.key);
    json.string_member("metIn", conflict.decided_in);
    json.string_member("metAt", time_text(conflict.decided_at));
    json.integer_member("metAtMs", conflict.decided_at.unix_ms());
    write_side(json, "winner", conflict.winner);
    write_side(json, "loser", conflict.loser);
    json.string_member("why", reason(conflict.winner, conflict.loser));
    json.end_object();
}

void write_member(JsonWriter& json, const engine::replication::MemberState& member) {
    json.begin_object();
    json.string_member("region", member.region);
    json.integer_member("waiting", static_cast<std::int64_t>(member.waiting));
    if (member.oldest) json.integer_member("oldestMs", member.oldest->unix_ms());
    json.integer_member("applied", static_cast<std::int64_t>(member.applied));
    json.integer_member("overridden", static_cast<std::int64_t>(member.overridden));
    json.end_object();
}

void write_table(JsonWriter& json, const GlobalTableState& table) {
    json.begin_object();
    json.string_member("table", table.name);
    if (table.is_strong) json.string_member("consistency", "STRONG");
    if (!table.witness.empty()) json.string_member("witness", table.witness);
    json.array_member("members", table.members, [&](const auto& member) {
        write_member(json, member);
    });
    json.integer_member("retained", static_cast<std::int64_t>(table.retained));
    json.integer_member("conflictCount", static_cast<std::int64_t>(table.conflict_count));
    json.array_member("conflicts", table.conflicts, [&](const ConflictState& conflict) {
        write_conflict(json, conflict);
    });
    json.end_object();
}

}  // namespace

void write_global_tables(JsonWriter& json, Laboratory& laboratory, std::string_view table) {
    json.begin_array("tables");
    for (const GlobalTableState& state :
         engine::inspection::inspect_global_tables(laboratory.universe(), table)) {
        write_table(json, state);
    }
    json.end_array();
}

}  // namespace stator::emulator::laboratory::controls
