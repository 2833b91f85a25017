#include "engine/operations/control/global_tables.hpp"

#include <algorithm>
#include <utility>

#include "engine/catalog/replica_changes.hpp"
#include "engine/definition/table_update.hpp"
#include "engine/definition/time_to_live.hpp"
#include "engine/operations/control/strong_tables.hpp"
#include "engine/operations/control/table_changes.hpp"
#include "protocol/errors/bulk.hpp"
#include "protocol/errors/replication.hpp"

namespace stator::engine::operations::control {
namespace {

using model::ReplicaDescription;
using requests::tables::DescribedTable;
using requests::tables::ReplicaAction;
using requests::tables::UpdateTableRequest;

// The part of an update that applies to all members. nullopt if the update has no such part.
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
    if (request.encryption) shared.encryption = {request.encryption->enabled, std::nullopt};
    const bool is_any = shared.encryption || shared.billing_mode || shared.throughput ||
                        !shared.index_actions.empty() || shared.on_demand_throughput.is_set() ||
                        shared.warm_throughput.is_set();
    if (!is_any) return std::nullopt;
    return shared;
}

// AWS: no replica is added while a bulk operation runs. [case StartBulkPutItems/global_table]
Result<void> check_no_bulk_operation(
    universes::Universe& universe,
    std::string_view region,
    const UpdateTableRequest& request,
    const DescribedTable& table
) {
    const bool adds = std::ranges::any_of(request.replica_actions, [](const ReplicaAction& action) {
        return action.kind == ReplicaAction::Kind::Create;
    });
    const auto& description = table.description;
    if (adds && universe.transfers().bulk_operations.is_under_way(region, description.table_arn)) {
        return errors::bulk_operation_under_way(description.name);
    }
    return {};
}

Result<DescribedTable> carry_out(
    const universes::Call& call, const ReplicaAction& action, const std::string& table
) {
    using Kind = ReplicaAction::Kind;
    catalog::Catalog& own = call.catalog();
    const bool is_own = action.region == own.place().region;
    if (is_own && action.kind != Kind::Update) return errors::replica_of_local_region();
    if (!is_own && !errors::has_global_tables(action.region)) {
        return errors::replica_region_unsupported(action.region, errors::kGlobalTableRegions);
    }
    RequestContext theirs = call.context;
    theirs.place.region = action.region;
    // With one set of tables for all regions, the table already exists.
    const bool is_shared = !is_own && &call.universe.catalog(theirs) == &own;
    if (is_shared) return errors::replica_exists_as_table(model::plain_name(table));
    const catalog::ReplicaPlace place{table, own, call.universe.region(action.region)};
    switch (action.kind) {
        case Kind::Create: return catalog::ReplicaChanges::add(place, action.overrides, call.now());
        case Kind::Update:
            return catalog::ReplicaChanges::change(place, action.overrides, call.now());
        case Kind::Delete: break;
    }
    return catalog::ReplicaChanges::remove(place, call.now());
}

Result<DescribedTable> change_replicas(
    const universes::Call& call, const UpdateTableRequest& request, DescribedTable table
) {
    using Kind = ReplicaAction::Kind;
    const std::string_view name = model::plain_name(request.table_name);
    const auto group = call.universe.global_tables().find(call.region(), name);
    const auto definition = group == nullptr ? model::GlobalTableDefinition() : group->definition();
    if (request.wants_strong == true) return create_strong_table(call, request);
    const Kind kind = request.replica_actions.front().kind;
    if (definition.is_strong && kind == Kind::Create) {
        return request.wants_strong ? errors::consistency_of_global_table()
                                    : errors::replica_of_strong_table();
    }
    if (definition.is_strong && kind == Kind::Delete) {
        return dissolve_strong_table(call, request, definition);
    }
    if (request.witness_action) return errors::witness_not_member(request.witness_action->region);
    if (kind != Kind::Update && request.replica_actions.size() > 1) {
        return errors::replica_actions_not_single();
    }
    for (const ReplicaAction& action : request.replica_actions) {
        STATOR_TRY(table, carry_out(call, action, request.table_name));
    }
    return table;
}

// The update for another region, whose replica keeps the values that it overrides.
UpdateTableRequest with_overrides(
    UpdateTableRequest request, const model::ReplicaOverrides& overrides
) {
    if (request.throughput && overrides.read_capacity_units) {
        request.throughput->read = *overrides.read_capacity_units;
    }
    if (request.on_demand_throughput.max_read_request_units && overrides.max_read_request_units) {
        request.on_demand_throughput.max_read_request_units = overrides.max_read_request_units;
    }
    if (request.encryption) request.encryption->kms_master_key_id = overrides.kms_master_key_id;
    for (auto& action : request.index_actions) {
        auto* const update = std::get_if<requests::tables::IndexUpdate>(&action);
        const auto found =
            update == nullptr ? overrides.indexes.end() : overrides.indexes.find(update->name);
        if (found == overrides.indexes.end()) continue;
        const auto& [capacity_units, most_request_units] = found->second;
        if (update->throughput && capacity_units) update->throughput->read = *capacity_units;
        auto& most = update->on_demand_throughput.max_read_request_units;
        if (most && most_request_units) most = most_request_units;
    }
    return request;
}

// The result must not outlive the request.
Result<definition::TableChange> change_of(
    const catalog::Catalog& catalog, const UpdateTableRequest& request
) {
    STATOR_TRY(
        definition::TableTarget target,
        definition::named_table(request.table_name, "UpdateTable", catalog.scope())
    );
    return definition::TableChange{std::move(target), definition::update_edit(request)};
}

Result<DescribedTable> update_one(
    const universes::Call& call, catalog::Catalog& catalog, const UpdateTableRequest& request
) {
    STATOR_TRY(const definition::TableChange change, change_of(catalog, request));
    DescribedTable table;
    STATOR_TRY(table.description, catalog.apply(change, call.now()));
    note_change(call, catalog);
    if (const auto found = catalog.find_table(change.target.name)) {
        table.statistics = found->statistics();
    }
    return table;
}

}  // namespace

void add_replicas(
    universes::Universe& universe, std::string_view region, DescribedTable& described
) {
    using values::TableStatus;
    if (universe.global_tables().is_empty()) return;
    const std::string& table = described.description.name;
    const auto group = universe.global_tables().find(region, table);
    if (group == nullptr) return;
    const auto definition = group->definition();
    auto witness = TableStatus::Active;
    std::vector<ReplicaDescription> replicas;
    for (const auto& member : definition.members) {
        const auto found = universe.region(member.region).find_table(table);
        if (found == nullptr) continue;
        const auto snapshot = found->snapshot();
        const auto& description = snapshot->description;
        // A table is UPDATING while another replica is added or removed, but it is still an active
        // replica.
        const bool is_busy = description.status == TableStatus::Updating;
        const auto status =
            is_busy && description.pending.replicas ? TableStatus::Active : description.status;
        if (status == TableStatus::Creating || status == TableStatus::Deleting) witness = status;
        replicas.push_back({member.region, status, member.overrides});
    }
    described.replicas = std::move(replicas);
    described.is_strong = definition.is_strong;
    if (!definition.witness.empty()) described.witness = {definition.witness, witness};
}

Result<DescribedTable> update_replicas(
    const universes::Call& call, const UpdateTableRequest& request
) {
    const MutexLock lock(call.universe.regions_mutex());
    const persistence::WholeChange whole(call.universe.journal());
    catalog::Catalog& own = call.catalog();
    // Checked first: if the table is missing, errors in its regions must not be reported.
    STATOR_TRY(DescribedTable before, own.describe_table(request.table_name));
    // AWS: the reply shows the replicas before the change. [case global_tables/members]
    add_replicas(call.universe, own.place().region, before);
    STATOR_CHECK(check_no_bulk_operation(call.universe, own.place().region, request, before));
    STATOR_TRY(DescribedTable table, change_replicas(call, request, before));
    for (const ReplicaAction& action : request.replica_actions) {
        call.universe.deadlines().note(call.universe.region(action.region).next_deadline());
    }
    note_change(call, own);
    call.universe.deadlines().note(call.now());
    table.replicas = std::move(before.replicas).value_or(std::vector<ReplicaDescription>());
    table.is_strong = table.is_strong || before.is_strong;
    table.witness = std::move(before.witness);
    return table;
}

Result<DescribedTable> update_everywhere(
    const universes::Call& call, const UpdateTableRequest& request
) {
    catalog::Catalog& own = call.catalog();
    const std::string name(model::plain_name(request.table_name));
    const auto group = call.universe.global_tables().find(own.place().region, name);
    const auto definition = group == nullptr ? model::GlobalTableDefinition() : group->definition();
    const std::vector<std::string> others = definition.others(own.place().region);
    const auto shared = others.empty() ? std::nullopt : shared_part(request, name);
    if (!shared) return update_one(call, own, request);
    const MutexLock lock(call.universe.regions_mutex());
    const persistence::WholeChange whole(call.universe.journal());
    STATOR_TRY(const definition::TableChange change, change_of(own, request));
    STATOR_CHECK(own.check(change, call.now()));
    const auto theirs = [&](const std::string& region) {
        return with_overrides(*shared, definition.find(region)->overrides);
    };
    for (const std::string& region : others) {
        // A member that is already encrypted this way stays unchanged.
        if (shared->encryption) break;
        const UpdateTableRequest their_request = theirs(region);
        catalog::Catalog& other = call.universe.region(region);
        STATOR_TRY(const definition::TableChange their_change, change_of(other, their_request));
        STATOR_CHECK(other.check(their_change, call.now()));
    }
    STATOR_TRY(DescribedTable table, update_one(call, own, request));
    for (const std::string& region : others) {
        // A member that rejects the update stays unchanged.
        static_cast<void>(update_one(call, call.universe.region(region), theirs(region)));
    }
    return table;
}

void follow_time_to_live(
    const universes::Call& call, const requests::settings::UpdateTimeToLiveRequest& request
) {
    const std::string_view region = call.catalog().place().region;
    auto theirs = request;
    theirs.table_name = model::plain_name(request.table_name);
    for (const std::string& other :
         call.universe.global_tables().others(region, theirs.table_name)) {
        catalog::Catalog& catalog = call.universe.region(other);
        // A member that already has this setting stays unchanged.
        const auto target =
            definition::named_table(theirs.table_name, "UpdateTimeToLive", catalog.scope());
        const definition::TableChange change{*target, definition::time_to_live_edit(theirs)};
        if (catalog.apply(change, call.now()).has_error()) continue;
        note_change(call, catalog);
    }
}

}  // namespace stator::engine::operations::control
