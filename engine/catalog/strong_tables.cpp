// Tables with strong consistency: their replicas are added and removed together.
#include <algorithm>
#include <utility>

#include "engine/catalog/all_held.hpp"
#include "engine/catalog/replica_changes.hpp"
#include "engine/definition/table_update.hpp"
#include "protocol/errors/replication.hpp"

namespace stator::engine::catalog {
namespace {

using model::TableDescription;
using requests::tables::DescribedTable;

// AWS: [doc V2globaltables_HowItWorks.html]
Result<void> check_can_be_strong(const table::Table& table, const TableDescription& description) {
    if (table.statistics().table.items > 0) return errors::strong_table_not_empty();
    if (!description.local_indexes.empty()) {
        return errors::strong_table_with("Local secondary indexes are");
    }
    if (!description.time_to_live_attribute.empty()) {
        return errors::strong_table_with("Time to Live is");
    }
    return {};
}

}  // namespace

bool Catalog::is_strong(std::string_view name) const {
    const auto group = host_->global_tables().find(settings_.place.region, name);
    return group != nullptr && group->definition().is_strong;
}

Result<DescribedTable> ReplicaChanges::make_strong(const StrongPlaces& places, Instant now) {
    Catalog& source = places.source;
    std::vector<Catalog*> all = {&source};
    for (const StrongPlaces::Replica& replica : places.replicas) all.push_back(replica.target);
    const Catalog::AllHeld held(std::move(all));
    held.covers(source);
    STATOR_TRY(const Catalog::Entry* found, source.find_restored(places.table, "UpdateTable"));
    const std::shared_ptr<table::Table> original = found->table;
    TableDescription description = original->snapshot()->description;
    if (!source.other_members(description.name).empty()) {
        return errors::consistency_of_global_table();
    }
    for (const StrongPlaces::Replica& replica : places.replicas) {
        const ReplicaPlace place{places.table, source, *replica.target};
        held.covers(place);
        STATOR_CHECK(check_new(place, description));
    }
    STATOR_CHECK(check_can_be_strong(*original, description));
    replication::Rows rows;
    const auto group = source.host_->global_tables().find_or_make(
        description.table_id, source.settings_.place.region, description.name, &rows
    );
    group->make_strong(places.witness, &rows);
    source.make_durable(std::move(rows));
    source.follow_membership(*original);
    JournalTicket ticket = source.last_ticket();
    for (const StrongPlaces::Replica& replica : places.replicas) {
        const ReplicaPlace place{places.table, source, *replica.target};
        held.covers(place);
        held.covers(*replica.target);
        const TableDescription replica_table =
            replica.target->new_replica(description, replica.overrides, now);
        copy(place, *group, original, replica_table, replica.overrides, now);
        ticket = std::max(ticket, replica.target->last_ticket());
    }
    return source.update_replicas(std::move(description), ticket, now);
}

Result<DescribedTable> ReplicaChanges::dissolve_strong(const StrongPlaces& places, Instant now) {
    Catalog& source = places.source;
    std::vector<Catalog*> all = {&source};
    for (const StrongPlaces::Replica& replica : places.replicas) all.push_back(replica.target);
    const Catalog::AllHeld held(std::move(all));
    held.covers(source);
    STATOR_TRY(const Catalog::Entry* found, source.find_restored(places.table, "UpdateTable"));
    TableDescription description = found->table->snapshot()->description;
    STATOR_CHECK(definition::check_settled(description));
    std::vector<TableDescription> leaving;
    for (const StrongPlaces::Replica& replica : places.replicas) {
        const std::string& region = replica.target->settings_.place.region;
        held.covers(*replica.target);
        const Catalog::Entry* there = replica.target->find(description.name);
        if (there == nullptr) return errors::replicas_not_members(region);
        leaving.push_back(there->table->snapshot()->description);
        STATOR_CHECK(definition::check_deletable(leaving.back()));
        STATOR_CHECK(replica.target->check_leaving(description.name, now));
    }
    JournalTicket ticket = source.last_ticket();
    for (std::size_t i = 0; i < leaving.size(); ++i) {
        Catalog& target = *places.replicas[i].target;
        held.covers(target);
        target.leave_slowly(std::move(leaving[i]), now);
        ticket = std::max(ticket, target.last_ticket());
    }
    return source.update_replicas(std::move(description), ticket, now);
}

}  // namespace stator::engine::catalog
