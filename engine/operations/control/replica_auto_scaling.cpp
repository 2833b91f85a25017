#include "engine/operations/control/replica_auto_scaling.hpp"

#include <utility>

#include "engine/operations/control/table_changes.hpp"
#include "protocol/errors/replication.hpp"

namespace stator::engine::operations::control {
namespace {

using model::AutoScaling;
using model::AutoScalingByIndex;
using model::GlobalTableDefinition;
using requests::replication::AutoScalingUpdates;
using requests::replication::GlobalTableRequest;
using requests::replication::ReplicaAutoScaling;
using requests::replication::TableAutoScaling;

namespace replication_requests = requests::replication;

// The global table of the request's region. Null if the table is not in a global table.
std::shared_ptr<replication::GlobalTable> group_of(
    const universes::Call& call, std::string_view table
) {
    return call.universe.global_tables().find(call.region(), table);
}

std::optional<AutoScaling> find_scaling(const AutoScalingByIndex& all, std::string_view index) {
    const auto found = all.find(index);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

ReplicaAutoScaling replica_of(
    const GlobalTableDefinition& definition,
    const model::GlobalTableMember& member,
    const model::TableDescription& table
) {
    ReplicaAutoScaling replica{member.region, table.status, {}};
    const auto add = [&](const std::string& index, values::IndexStatus status) {
        replica.sources.push_back(
            {index,
             status,
             find_scaling(member.read_scaling, index),
             find_scaling(definition.write_scaling, index)}
        );
    };
    add("", values::IndexStatus::Active);
    for (const auto& index : table.global_indexes) add(index.name, index.status);
    return replica;
}

TableAutoScaling described(const universes::Call& call, const GlobalTableDefinition& definition) {
    TableAutoScaling described{definition.table};
    for (const auto& member : definition.members) {
        const auto table = call.universe.region(member.region).find_table(definition.table);
        if (table == nullptr) continue;
        const auto snapshot = table->snapshot();
        described.replicas.push_back(replica_of(definition, member, snapshot->description));
        if (member.region == call.region()) {
            described.status = snapshot->description.status;
        }
    }
    return described;
}

Result<void> apply_updates(
    AutoScalingByIndex& scaling, const AutoScalingUpdates& updates, std::string_view table
) {
    for (const auto& [index, update] : updates) {
        STATOR_TRY(
            auto after,
            replication_requests::updated_auto_scaling(find_scaling(scaling, index), update, table)
        );
        scaling.erase(index);
        if (after) scaling.emplace(index, *std::move(after));
    }
    return {};
}

std::vector<std::string> regions_of(const GlobalTableDefinition& definition) {
    std::vector<std::string> regions;
    for (const auto& member : definition.members) regions.push_back(member.region);
    return regions;
}

std::vector<std::string> quoted(std::vector<std::string> names) {
    for (std::string& name : names) name.insert(0, "'").append("'");
    return names;
}

}  // namespace

Result<TableAutoScaling> describe_table_replica_auto_scaling(
    const universes::Call& call,
    const replication_requests::DescribeReplicaAutoScalingRequest& request
) {
    const std::string name(model::plain_name(request.table_name));
    const auto group = group_of(call, name);
    if (group == nullptr) return errors::replicated_table_not_found(name);
    return described(call, group->definition());
}

Result<TableAutoScaling> update_table_replica_auto_scaling(
    const universes::Call& call,
    const replication_requests::UpdateReplicaAutoScalingRequest& request
) {
    const MutexLock lock(call.universe.regions_mutex());
    const std::string name(model::plain_name(request.table_name));
    const auto group = group_of(call, name);
    if (group == nullptr) return errors::replicated_table_not_found(name);
    GlobalTableDefinition definition = group->definition();
    catalog::Catalog& catalog = call.catalog();
    const auto table = catalog.find_table(name);
    if (table == nullptr) return errors::replicated_table_not_found(name);
    const auto billing = table->snapshot()->description.billing_mode;
    if (billing == values::BillingMode::PayPerRequest) {
        return errors::scaling_of_on_demand_replicas(
            name, quoted(regions_of(definition)), quoted(request.parameters)
        );
    }
    STATOR_CHECK(apply_updates(definition.write_scaling, request.write, name));
    for (const auto& [region, updates] : request.read) {
        auto* member = definition.find(region);
        if (member == nullptr) return errors::replicas_not_members(region);
        STATOR_CHECK(apply_updates(member->read_scaling, updates, name));
    }
    call.outcome.journal_ticket = catalog.set_auto_scaling(definition);
    call.universe.deadlines().note(call.now());
    return described(call, definition);
}

Result<void> create_global_table(const universes::Call&, const GlobalTableRequest&) {
    return errors::legacy_global_tables();
}

Result<void> no_global_table(const universes::Call&, const GlobalTableRequest& request) {
    return errors::global_table_not_found(request.global_table_name);
}

}  // namespace stator::engine::operations::control
