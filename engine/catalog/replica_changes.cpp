#include "engine/catalog/replica_changes.hpp"

#include <algorithm>
#include <utility>

#include "engine/catalog/all_held.hpp"
#include "engine/definition/table_creation.hpp"
#include "engine/definition/table_restoration.hpp"
#include "engine/definition/table_update.hpp"
#include "engine/table/locked_tables.hpp"
#include "protocol/errors/indexes.hpp"
#include "protocol/errors/replication.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::catalog {
namespace {

using model::ReplicaOverrides;
using model::TableDescription;
using requests::tables::DescribedTable;
using values::BillingMode;
using values::StreamViewType;
using values::TableStatus;

constexpr std::int64_t kSourceMs = 24LL * 3'600'000;

// Applies the overrides that are part of a replica's own description. The others are only shown.
void apply_overrides(
    const ReplicaOverrides& overrides, const model::TableScope& scope, TableDescription& table
) {
    if (overrides.table_class) table.table_class = overrides.table_class;
    if (overrides.kms_master_key_id) {
        table.kms_master_key_arn =
            definition::kms_key_arn(scope, {true, overrides.kms_master_key_id});
    }
    if (overrides.read_capacity_units && table.billing_mode == BillingMode::Provisioned) {
        table.throughput.read_capacity_units = *overrides.read_capacity_units;
    }
    if (overrides.max_read_request_units) {
        table.on_demand_throughput.max_read_request_units = *overrides.max_read_request_units;
    }
    for (auto& index : table.global_indexes) {
        const auto found = overrides.indexes.find(index.name);
        if (found == overrides.indexes.end()) continue;
        const auto& [capacity_units, most_request_units] = found->second;
        if (capacity_units && table.billing_mode == BillingMode::Provisioned) {
            index.throughput.read_capacity_units = *capacity_units;
        }
        if (most_request_units) {
            index.on_demand_throughput.max_read_request_units = *most_request_units;
        }
    }
}

// Errors: an override of an index that the table does not have.
Result<void> check_overrides(const ReplicaOverrides& overrides, const TableDescription& table) {
    for (const auto& [name, index] : overrides.indexes) {
        if (model::find_global_index(table, name) == nullptr) {
            return errors::index_not_found(name, table.name);
        }
    }
    return {};
}

// Applies the overrides in `change`; absent ones keep their value.
ReplicaOverrides merged(ReplicaOverrides before, const ReplicaOverrides& change) {
    const auto take = [](auto& field, const auto& value) {
        if (value) field = value;
    };
    take(before.read_capacity_units, change.read_capacity_units);
    take(before.max_read_request_units, change.max_read_request_units);
    take(before.kms_master_key_id, change.kms_master_key_id);
    take(before.table_class, change.table_class);
    for (const auto& [name, index] : change.indexes) {
        auto& known = before.indexes[name];
        take(known.read_capacity_units, index.read_capacity_units);
        take(known.max_read_request_units, index.max_read_request_units);
    }
    return before;
}

DescribedTable described_with_counts(const table::Table& table) {
    return {table.snapshot()->description, table.statistics()};
}

}  // namespace

std::shared_ptr<table::Table> Catalog::find_table(std::string_view name) const {
    const ReaderLock lock(mutex_);
    const Entry* entry = find(name);
    return entry == nullptr ? nullptr : entry->table;
}

void Catalog::drop(const table::Table& table) {
    const TableNumber number = table.number();
    host_->forget(number);
    persistence::ChangeBatch batch;
    replication::Rows* rows = host_->is_durable() ? &batch.entries : nullptr;
    host_->global_tables().leave(settings_.place.region, table.snapshot()->description.name, rows);
    if (rows == nullptr) return;
    batch.definitions.push_back({number, settings_.place, std::nullopt});
    last_ticket_.store(host_->append(std::move(batch)));
}

void Catalog::follow_membership(table::Table& table) {
    // A staged catalog's tables are not yet members of its universe's global tables.
    if (!host_->is_live()) return;
    const auto& all = host_->global_tables();
    if (all.is_empty() && table.membership() == nullptr) return;
    table.join(all.membership(settings_.place.region, table.snapshot()->description.name));
}

void Catalog::begin_stream(TableDescription& table, StreamViewType type, Instant now) {
    Instant label = now;
    do {
        definition::enable_stream(table, type, label);
        ++label;
    } while (streams_.find(table.latest_stream_arn));
}

void Catalog::make_durable(replication::Rows rows) {
    if (!host_->is_durable() || rows.empty()) return;
    persistence::ChangeBatch batch;
    batch.entries = std::move(rows);
    last_ticket_.store(host_->append(std::move(batch)));
}

std::vector<std::string> Catalog::other_members(std::string_view name) const {
    return host_->global_tables().others(settings_.place.region, name);
}

void Catalog::end_global_table(std::string_view name) {
    const WriterLock lock(mutex_);
    replication::Rows rows;
    if (!host_->global_tables().dissolve(settings_.place.region, name, &rows)) return;
    make_durable(std::move(rows));
    if (const Entry* entry = find(name)) follow_membership(*entry->table);
}

// AWS: [doc V2globaltables_reqs_bestpractices.html]
Result<void> Catalog::check_leaving(std::string_view name, Instant now) const {
    const auto group = host_->global_tables().find(settings_.place.region, name);
    if (group == nullptr) return {};
    const auto definition = group->definition();
    const auto& source = definition.find(settings_.place.region)->last_source;
    if (source && now - *source < kSourceMs) {
        return errors::replica_was_source();
    }
    return {};
}

// AWS: each region has its own tags, policies, point-in-time recovery and deletion protection. [doc
// V2globaltables_HowItWorks.html]
TableDescription Catalog::new_replica(
    const TableDescription& source, const ReplicaOverrides& overrides, Instant now
) {
    TableDescription replica = source;
    replica.table_id = next_table_id();
    replica.table_arn = model::table_arn(scope_, source.name);
    replica.latest_stream_label.clear();
    replica.latest_stream_arn.clear();
    replica.status = TableStatus::Creating;
    replica.creation_time = now;
    replica.tags.clear();
    replica.policies = {};
    replica.insights.clear();
    replica.kinesis_destinations.clear();
    replica.pending = {};
    replica.recovery.reset();
    replica.deletion_protection = false;
    for (auto& index : replica.global_indexes) {
        index.status = values::IndexStatus::Creating;
    }
    for (auto& index : replica.vector_indexes) {
        index.status = values::IndexStatus::Creating;
    }
    replica.settings_replication.reset();
    if (source.kms_master_key_arn) {
        replica.kms_master_key_arn = definition::kms_key_arn(scope_, {true, std::nullopt});
    }
    apply_overrides(overrides, scope_, replica);
    if (source.stream.enabled) begin_stream(replica, source.stream.view_type, now);
    return replica;
}

Result<void> ReplicaChanges::check_new(const ReplicaPlace& place, const TableDescription& table) {
    const std::vector<std::string> others = place.source.other_members(table.name);
    if (const Catalog::Entry* there = place.target.find(table.name)) {
        const bool is_member = std::ranges::count(others, place.target.settings_.place.region) > 0;
        const TableStatus status = there->table->snapshot()->description.status;
        if (is_member && status == TableStatus::Creating) {
            return errors::replica_being_created(table.name, others);
        }
        STATOR_CHECK(definition::check_settled(table));
        return errors::replica_exists_as_table(table.name);
    }
    STATOR_CHECK(definition::check_settled(table));
    // Stator registers no auto scaling; a global table may become PROVISIONED later.
    const bool is_provisioned = table.billing_mode == BillingMode::Provisioned;
    if (is_provisioned && others.empty()) return errors::replicated_writes_not_scaled();
    return {};
}

void ReplicaChanges::copy(
    const ReplicaPlace& place,
    replication::GlobalTable& group,
    const std::shared_ptr<const table::Table>& original,
    const TableDescription& replica,
    const ReplicaOverrides& overrides,
    Instant now
) {
    Catalog& target = place.target;
    const Place& home = target.settings_.place;
    const std::string& region = place.source.settings_.place.region;
    const TableNumber number = target.host_->next_table_number();
    const bool is_durable = target.host_->is_durable();
    // The copy finds its expiring items when the table is published.
    TableDescription copied = replica;
    copied.time_to_live_attribute.clear();
    std::shared_ptr<table::Table> copy;
    persistence::ChangeBatch batch;
    {
        const table::LockedTables locks(std::span(&original, 1));
        if (is_durable) {
            persistence::ChangeBatch shared;
            shared.table_copies.push_back({original->number(), number});
            target.host_->append(std::move(shared));
        }
        copy = original->restored(number, std::move(copied), definition::same_indexes(replica));
        // After this call, every write of the other members is queued for the replica.
        group.add({home.region, overrides, {}}, region, now, is_durable ? &batch.entries : nullptr);
    }
    if (is_durable) {
        batch.definitions.push_back({number, home, model::encode_table_definition(replica)});
        target.last_ticket_.store(target.host_->append(std::move(batch)));
    }
    copy->publish(replica, place.target.follow_stream(replica, now), now);
    place.target.add(std::move(copy), now);
}

DescribedTable Catalog::update_replicas(
    TableDescription description, JournalTicket ticket, Instant now
) {
    description.pending.replicas = true;
    description.status = TableStatus::Updating;
    Entry& entry = *find(description.name);
    install(entry, std::move(description), now);
    last_ticket_.store(std::max(last_ticket_.load(), ticket));
    return described_with_counts(*entry.table);
}

Result<DescribedTable> ReplicaChanges::add(
    const ReplicaPlace& place, const ReplicaOverrides& overrides, Instant now
) {
    Catalog& source = place.source;
    Catalog& target = place.target;
    const Catalog::AllHeld held({&source, &target});
    held.covers(source);
    held.covers(target);
    held.covers(place);
    STATOR_TRY(const Catalog::Entry* found, source.find_restored(place.table, "UpdateTable"));
    const std::shared_ptr<table::Table> original = found->table;
    TableDescription description = original->snapshot()->description;
    STATOR_CHECK(check_new(place, description));
    STATOR_CHECK(check_overrides(overrides, description));
    if (!description.stream.enabled) {
        source.begin_stream(description, StreamViewType::NewAndOldImages, now);
    }
    replication::GlobalTables& all = source.host_->global_tables();
    const std::string& region = source.settings_.place.region;
    replication::Rows rows;
    const auto group = all.find_or_make(description.table_id, region, description.name, &rows);
    source.make_durable(std::move(rows));
    source.follow_membership(*original);
    const TableDescription replica = target.new_replica(description, overrides, now);
    copy(place, *group, original, replica, overrides, now);
    return source.update_replicas(std::move(description), target.last_ticket_.load(), now);
}

Result<DescribedTable> ReplicaChanges::remove(const ReplicaPlace& place, Instant now) {
    Catalog& source = place.source;
    Catalog& target = place.target;
    const Catalog::AllHeld held({&source, &target});
    held.covers(source);
    held.covers(target);
    held.covers(place);
    STATOR_TRY(const Catalog::Entry* found, source.find_restored(place.table, "UpdateTable"));
    TableDescription description = found->table->snapshot()->description;
    const std::string& unwanted = target.settings_.place.region;
    STATOR_CHECK(definition::check_settled(description));
    Catalog::Entry* there = target.find(description.name);
    const std::vector<std::string> others = source.other_members(description.name);
    if (there == nullptr || std::ranges::count(others, unwanted) == 0) {
        return errors::replicas_not_members(unwanted);
    }
    TableDescription replica = there->table->snapshot()->description;
    STATOR_CHECK(definition::check_deletable(replica));
    STATOR_CHECK(target.check_leaving(replica.name, now));
    target.leave_slowly(replica, now);
    return source.update_replicas(std::move(description), target.last_ticket_.load(), now);
}

void Catalog::leave_slowly(TableDescription replica, Instant now) {
    const std::string& region = settings_.place.region;
    if (const auto group = host_->global_tables().find(region, replica.name)) {
        replication::Rows rows;
        group->stop(region, &rows);
        make_durable(std::move(rows));
    }
    replica.status = TableStatus::Deleting;
    Entry& entry = *find(replica.name);
    install(entry, std::move(replica), now);
}

Result<DescribedTable> ReplicaChanges::change(
    const ReplicaPlace& place, const ReplicaOverrides& overrides, Instant now
) {
    Catalog& source = place.source;
    Catalog& target = place.target;
    const Catalog::AllHeld held({&source, &target});
    held.covers(source);
    held.covers(target);
    held.covers(place);
    STATOR_TRY(const Catalog::Entry* found, source.find_restored(place.table, "UpdateTable"));
    const TableDescription description = found->table->snapshot()->description;
    STATOR_CHECK(definition::check_settled(description));
    const std::string& region = target.settings_.place.region;
    const auto group =
        source.host_->global_tables().find(source.settings_.place.region, description.name);
    const auto definition = group == nullptr ? model::GlobalTableDefinition() : group->definition();
    const auto* member = definition.find(region);
    Catalog::Entry* there = target.find(description.name);
    if (member == nullptr || there == nullptr) {
        return errors::replicas_not_members(region);
    }
    STATOR_CHECK(check_overrides(overrides, description));
    replication::Rows rows;
    group->set_overrides(region, merged(member->overrides, overrides), &rows);
    target.make_durable(std::move(rows));
    TableDescription replica = there->table->snapshot()->description;
    apply_overrides(overrides, target.scope_, replica);
    target.amend(*there, std::move(replica), now);
    source.last_ticket_.store(std::max(source.last_ticket_.load(), target.last_ticket_.load()));
    return described_with_counts(*found->table);
}

JournalTicket Catalog::set_auto_scaling(const model::GlobalTableDefinition& definition) {
    const WriterLock lock(mutex_);
    const auto group = host_->global_tables().find(settings_.place.region, definition.table);
    if (group == nullptr) return {};
    replication::Rows rows;
    group->set_auto_scaling(definition, &rows);
    make_durable(std::move(rows));
    return last_ticket_.load();
}

}  // namespace stator::engine::catalog
