#include "engine/regions/global_tables.hpp"

#include <algorithm>
#include <utility>

#include "engine/regions/table_changes.hpp"
#include "protocol/errors/replication.hpp"

namespace stator::engine::regions {
namespace {

using protocol::Result;
using protocol::model::ReplicaDescription;
using protocol::operations::tables::DescribedTable;
using protocol::operations::tables::ReplicaAction;
using protocol::operations::tables::UpdateTableRequest;

namespace errors = protocol::errors;

// What of an update is the same for all members; nothing when none of it is.
std::optional<UpdateTableRequest> shared_part(
    const UpdateTableRequest& request, std::string_view table
) {
    UpdateTableRequest shared;
    shared.table_name = table;
    shared.attribute_definitions = request.attribute_definitions;
    shared.billing_mode = request.billing_mode;
    shared.throughput = request.throughput;
    shared.index_actions = request.index_actions;
    shared.on_demand_throughput = request.on_demand_throughput;
    shared.warm_throughput = request.warm_throughput;
    const bool is_any = shared.billing_mode || shared.throughput || !shared.index_actions.empty() ||
                        shared.on_demand_throughput.is_set() || shared.warm_throughput.is_set();
    if (!is_any) return std::nullopt;
    return shared;
}

Result<DescribedTable> carry_out(
    universes::Universe& universe,
    const RequestContext& context,
    const ReplicaAction& action,
    const std::string& table
) {
    using Kind = ReplicaAction::Kind;
    catalog::Catalog& own = universe.catalog(context);
    const bool is_own = action.region == own.place().region;
    if (is_own && action.kind != Kind::Update) return errors::replica_of_local_region();
    if (!is_own && !errors::has_global_tables(action.region)) {
        return errors::replica_region_unsupported(action.region);
    }
    RequestContext theirs = context;
    theirs.place.region = action.region;
    // With one set of tables for all regions, the table is there already.
    const bool is_shared = !is_own && &universe.catalog(theirs) == &own;
    if (is_shared) return errors::replica_exists_as_table(plain_name(table));
    const catalog::Catalog::ReplicaPlace place{table, own, universe.region(action.region)};
    switch (action.kind) {
        case Kind::Create:
            return catalog::Catalog::add_replica(place, action.overrides, context.now);
        case Kind::Update:
            return catalog::Catalog::change_replica(place, action.overrides, context.now);
        case Kind::Delete: break;
    }
    return catalog::Catalog::remove_replica(place, context.now);
}

}  // namespace

std::optional<std::vector<ReplicaDescription>> replicas_of(
    universes::Universe& universe, std::string_view region, std::string_view table
) {
    if (universe.global_tables().is_empty()) return std::nullopt;
    const auto group = universe.global_tables().find(region, table);
    if (group == nullptr) return std::nullopt;
    std::vector<ReplicaDescription> replicas;
    for (const auto& member : group->definition().members) {
        const auto found = universe.region(member.region).find_table(table);
        if (found == nullptr) continue;
        const auto& description = found->snapshot()->description;
        // A table is UPDATING while another replica comes or goes; it is a replica all the same.
        const bool is_busy = description.status == protocol::values::TableStatus::Updating;
        const auto status = is_busy && description.pending.replicas
                                ? protocol::values::TableStatus::Active
                                : description.status;
        replicas.push_back({member.region, status, member.overrides});
    }
    return replicas;
}

Result<DescribedTable> update_replicas(
    universes::Universe& universe,
    const RequestContext& context,
    const UpdateTableRequest& request,
    RequestOutcome& outcome
) {
    const MutexLock lock(universe.regions_mutex());
    catalog::Catalog& own = universe.catalog(context);
    const std::string_view name = plain_name(request.table_name);
    // AWS: the reply shows the replicas as they were. [case global_tables/members]
    auto before = replicas_of(universe, own.place().region, name);
    // What is looked at first: a table that is not there has no regions to complain about.
    STATOR_TRY(DescribedTable table, own.describe_table(request.table_name));
    for (const ReplicaAction& action : request.replica_actions) {
        STATOR_TRY(table, carry_out(universe, context, action, request.table_name));
        universe.note_deadline(universe.region(action.region));
    }
    note_change(universe, own, outcome);
    universe.deadlines().note(context.now);
    table.replicas = std::move(before).value_or(std::vector<ReplicaDescription>());
    return table;
}

Result<DescribedTable> update_everywhere(
    universes::Universe& universe,
    const RequestContext& context,
    const UpdateTableRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& own = universe.catalog(context);
    const std::string name(plain_name(request.table_name));
    const std::vector<std::string> others =
        universe.global_tables().others(own.place().region, name);
    const auto shared = others.empty() ? std::nullopt : shared_part(request, name);
    if (!shared) {
        STATOR_TRY(DescribedTable table, own.update_table(request, context.now));
        note_change(universe, own, outcome);
        return table;
    }
    const MutexLock lock(universe.regions_mutex());
    STATOR_CHECK(own.check_update(request, context.now));
    for (const std::string& region : others) {
        STATOR_CHECK(universe.region(region).check_update(*shared, context.now));
    }
    STATOR_TRY(DescribedTable table, own.update_table(request, context.now));
    note_change(universe, own, outcome);
    for (const std::string& region : others) {
        catalog::Catalog& other = universe.region(region);
        if (other.update_table(*shared, context.now).has_error()) continue;
        note_change(universe, other, outcome);
    }
    return table;
}

void follow_time_to_live(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request,
    RequestOutcome& outcome
) {
    const std::string_view region = universe.catalog(context).place().region;
    auto theirs = request;
    theirs.table_name = plain_name(request.table_name);
    for (const std::string& other : universe.global_tables().others(region, theirs.table_name)) {
        catalog::Catalog& catalog = universe.region(other);
        // One that has it so already stays as it is.
        if (catalog.update_time_to_live(theirs, context.now).has_error()) continue;
        note_change(universe, catalog, outcome);
    }
}

}  // namespace stator::engine::regions
