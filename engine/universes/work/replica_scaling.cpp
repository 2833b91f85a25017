#include "engine/universes/work/replica_scaling.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/definition/table_update.hpp"
#include "protocol/errors/tables.hpp"

namespace stator::engine::universes::work {
namespace {

using capacity::Direction;
using model::AutoScaling;
using model::GlobalTableDefinition;
using model::GlobalTableMember;
using model::TableDescription;
using requests::tables::IndexUpdate;
using requests::tables::UpdateTableRequest;
using values::CapacityUnits;

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kSecondMs = 1'000;
constexpr double kSecondsAMinute = 60;

bool is_scaled(const GlobalTableDefinition& definition) {
    return !definition.write_scaling.empty() ||
           std::ranges::any_of(definition.members, [](const GlobalTableMember& member) {
               return !member.read_scaling.empty();
           });
}

capacity::ScalingPolicy policy_of(const AutoScaling& scaling) {
    const model::TargetTracking& policy = scaling.policy;
    return {
        scaling.minimum_units,
        scaling.maximum_units,
        policy.target,
        !policy.disable_scale_in,
        policy.scale_out_cooldown_s.value_or(0) * kSecondMs,
        policy.scale_in_cooldown_s.value_or(0) * kSecondMs};
}

// The current or requested capacity of the table or its index. nullopt if the index does not exist.
std::optional<CapacityUnits> provisioned(const TableDescription& table, std::string_view index) {
    const model::ProvisionedThroughput* throughput = &table.throughput;
    if (!index.empty()) {
        const auto* found = model::find_global_index(table, index);
        if (found == nullptr) return std::nullopt;
        throughput = &found->throughput;
    }
    if (throughput->target) return throughput->target;
    return CapacityUnits{throughput->read_capacity_units, throughput->write_capacity_units};
}

// The units of an index if scaling changes at least one of the two. Otherwise nullopt.
template <class Wanted>
std::optional<CapacityUnits> changed(
    const TableDescription& table,
    const std::string& index,
    const Wanted& reads,
    const Wanted& writes
) {
    const auto before = provisioned(table, index);
    if (!before) return std::nullopt;
    CapacityUnits after = *before;
    if (const auto read = reads.find(index); read != reads.end()) after.read = read->second;
    if (const auto write = writes.find(index); write != writes.end()) after.write = write->second;
    return after == *before ? std::nullopt : std::optional(after);
}

}  // namespace

double ReplicaScaling::consumed(
    const Source& source, const table::Table& table, Direction direction, const Look& look
) {
    double total = 0;
    for (const capacity::SourceReport& report : look.report.sources) {
        if (report.table != table.number() || report.index != std::get<1>(source)) continue;
        total = (direction == Direction::Read ? report.read : report.write).total;
    }
    const auto [known, is_first] = totals_.try_emplace({source, direction}, total);
    const double before = std::exchange(known->second, total);
    if (is_first || look.minutes == 0) return 0;
    // A lower total means that the measurements were reset.
    const double units = total < before ? total : total - before;
    return units / (kSecondsAMinute * static_cast<double>(look.minutes));
}

ReplicaScaling::Wanted ReplicaScaling::wanted_writes(
    const GlobalTableDefinition& definition, const Look& look
) {
    Wanted wanted;
    for (const auto& [index, scaling] : definition.write_scaling) {
        double most = 0;
        std::optional<CapacityUnits> units;
        for (const GlobalTableMember& member : definition.members) {
            const auto table = universe_.region(member.region).find_table(definition.table);
            if (table == nullptr) continue;
            const Source source(definition.table, index, member.region);
            most = std::max(most, consumed(source, *table, Direction::Write, look));
            units = provisioned(table->snapshot()->description, index);
        }
        if (!units) continue;
        capacity::TargetTracking& tracking = writes_[Source(definition.table, index, "")];
        const auto next =
            tracking.note({most, look.minutes}, units->write, policy_of(scaling), look.now);
        if (next) wanted[index] = *next;
    }
    return wanted;
}

ReplicaScaling::Wanted ReplicaScaling::wanted_reads(
    const GlobalTableDefinition& definition,
    const GlobalTableMember& member,
    const table::Table& table,
    const Look& look
) {
    Wanted wanted;
    for (const auto& [index, scaling] : member.read_scaling) {
        const auto units = provisioned(table.snapshot()->description, index);
        if (!units) continue;
        const Source source(definition.table, index, member.region);
        const double read = consumed(source, table, Direction::Read, look);
        const auto next =
            reads_[source].note({read, look.minutes}, units->read, policy_of(scaling), look.now);
        if (next) wanted[index] = *next;
    }
    return wanted;
}

// An update that is rejected now, because another change is in progress, is tried again in a
// minute.
void ReplicaScaling::scale(const GlobalTableDefinition& definition, const Look& look) {
    const Wanted writes = wanted_writes(definition, look);
    for (const GlobalTableMember& member : definition.members) {
        catalog::Catalog& catalog = universe_.region(member.region);
        const auto table = catalog.find_table(definition.table);
        if (table == nullptr) continue;
        const auto snapshot = table->snapshot();
        const TableDescription& description = snapshot->description;
        if (description.billing_mode != values::BillingMode::Provisioned) continue;
        const Wanted reads = wanted_reads(definition, member, *table, look);
        UpdateTableRequest request;
        request.table_name = definition.table;
        request.throughput = changed(description, "", reads, writes);
        for (const auto& index : description.global_indexes) {
            const auto units = changed(description, index.name, reads, writes);
            if (units) request.index_actions.emplace_back(IndexUpdate{index.name, units, {}, {}});
        }
        if (!request.throughput && request.index_actions.empty()) continue;
        const engine::definition::TableChange change{
            {definition.table, errors::table_not_found(definition.table)},
            engine::definition::update_edit(request)};
        if (catalog.apply(change, look.now)) universe_.deadlines().note(catalog.next_deadline());
    }
}

Instant ReplicaScaling::run_due(Instant now) {
    std::vector<GlobalTableDefinition> scaled;
    for (const auto& group : universe_.global_tables().all()) {
        auto definition = group->definition();
        if (is_scaled(definition)) scaled.push_back(std::move(definition));
    }
    const MutexLock lock(mutex_);
    if (scaled.empty()) {
        last_.reset();
        return kNever;
    }
    const bool begins = !last_ || now < *last_;
    const std::int64_t minutes = begins ? 0 : (now - *last_) / kMinuteMs;
    if (!begins && minutes == 0) return *last_ + kMinuteMs;
    last_ = begins ? now : *last_ + minutes * kMinuteMs;
    const Look look{universe_.throughput().report(now), minutes, now};
    for (const GlobalTableDefinition& definition : scaled) scale(definition, look);
    return *last_ + kMinuteMs;
}

}  // namespace stator::engine::universes::work
