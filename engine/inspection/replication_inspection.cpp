#include "engine/inspection/replication_inspection.hpp"

#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::inspection {
namespace {

GlobalTableState state_of(universes::Universe& universe, replication::GlobalTable& group) {
    const auto definition = group.definition();
    GlobalTableState state{definition.table, group.states(), group.retained(), {}, {}};
    state.is_strong = definition.is_strong;
    state.witness = definition.witness;
    state.conflict_count = group.conflict_count();
    if (definition.members.empty()) return state;
    const std::string& region = definition.members.front().region;
    const auto table = universe.region(region).find_table(definition.table);
    if (table == nullptr) return state;
    const auto snapshot = table->snapshot();
    for (replication::Conflict& conflict : group.conflict_log()) {
        auto key = schema::key_attributes(snapshot->schema, nullptr, *conflict.winner.image);
        state.conflicts.push_back({std::move(key), std::move(conflict)});
    }
    return state;
}

}  // namespace

std::vector<GlobalTableState> inspect_global_tables(
    universes::Universe& universe, std::string_view table
) {
    universe.run_due_if_needed();
    std::vector<GlobalTableState> states;
    for (const auto& group : universe.global_tables().all()) {
        const auto definition = group->definition();
        if (!definition.is_replicated()) continue;
        if (!table.empty() && definition.table != table) continue;
        states.push_back(state_of(universe, *group));
    }
    return states;
}

}  // namespace stator::engine::inspection
