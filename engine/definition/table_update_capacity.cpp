// UpdateTable and capacity: billing mode, provisioned units, maxima, warm throughput.
#include <algorithm>

#include "engine/definition/table_creation.hpp"
#include "engine/definition/table_update.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/throughput.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/operations/tables/index_rules.hpp"

namespace stator::engine::definition {
namespace {

using model::GlobalSecondaryIndex;
using model::TableDescription;
using requests::tables::IndexUpdate;
using values::BillingMode;
using values::CapacityUnits;
using values::IndexStatus;
using values::TableStatus;

constexpr std::int64_t kDayMs = 86'400'000;

CapacityUnits units_of(const model::ProvisionedThroughput& throughput) {
    return {throughput.read_capacity_units, throughput.write_capacity_units};
}

void set_units(model::ProvisionedThroughput& throughput, CapacityUnits units) {
    throughput.read_capacity_units = units.read;
    throughput.write_capacity_units = units.write;
    throughput.target.reset();
}

std::int64_t decreases_on_day(const model::ProvisionedThroughput& throughput, Instant now) {
    const bool same_day = throughput.last_decrease &&
                          throughput.last_decrease->unix_ms() / kDayMs == now.unix_ms() / kDayMs;
    return same_day ? throughput.decreases_today : 0;
}

void keep_warm(model::WarmThroughput& warm, CapacityUnits units) {
    warm.read_units_per_second = std::max(warm.read_units_per_second, units.read);
    warm.write_units_per_second = std::max(warm.write_units_per_second, units.write);
}

// The throughput that the request sets for an existing index, or nullopt.
std::optional<CapacityUnits> requested_units(
    const requests::tables::UpdateTableRequest& request, std::string_view index
) {
    for (const requests::tables::IndexAction& action : request.index_actions) {
        const auto* index_update = std::get_if<IndexUpdate>(&action);
        if (index_update != nullptr && index_update->name == index) {
            return index_update->throughput;
        }
    }
    return std::nullopt;
}

// AWS: the same call must set the units of every global index. The error lists all missing ones,
// separated by commas only. [case UpdateTable/billing_switch]
Result<void> switch_to_provisioned(const TableUpdate& update, TableDescription& table) {
    if (!table.vector_indexes.empty()) return errors::on_demand_needed_by_vectors();
    if (!update.request.throughput) return errors::throughput_required_for_provisioned();
    std::vector<std::string> lacking;
    for (GlobalSecondaryIndex& index : table.global_indexes) {
        if (index.status == IndexStatus::Deleting) continue;
        const auto units = requested_units(update.request, index.name);
        if (!units) {
            lacking.push_back(index.name);
            continue;
        }
        STATOR_CHECK(check_provisioned_limit(units, index.name, update.scope));
        set_units(index.throughput, *units);
        keep_warm(index.warm_throughput, *units);
        index.on_demand_throughput = {};
        if (index.status == IndexStatus::Active) index.status = IndexStatus::Updating;
    }
    if (!lacking.empty())
        return errors::throughput_required_for_indexes(errors::joined(lacking, ","));
    set_units(table.throughput, *update.request.throughput);
    keep_warm(table.warm_throughput, *update.request.throughput);
    table.on_demand_throughput = {};
    table.billing_mode = BillingMode::Provisioned;
    return {};
}

void switch_to_on_demand(const TableUpdate& update, TableDescription& table) {
    constexpr CapacityUnits kInitial{
        protocol::kInitialOnDemandReads, protocol::kInitialOnDemandWrites};
    for (GlobalSecondaryIndex& index : table.global_indexes) {
        set_units(index.throughput, {});
        keep_warm(index.warm_throughput, kInitial);
        if (index.status == IndexStatus::Active) index.status = IndexStatus::Updating;
    }
    set_units(table.throughput, {});
    keep_warm(table.warm_throughput, kInitial);
    table.billing_mode = BillingMode::PayPerRequest;
    table.last_update_to_pay_per_request = update.now;
}

Result<void> change_units(const TableUpdate& update, TableDescription& table) {
    if (!update.request.throughput) {
        if (update.request.billing_mode) return errors::throughput_required_for_provisioned();
        return {};
    }
    const CapacityUnits units = *update.request.throughput;
    if (units == units_of(table.throughput)) return errors::throughput_unchanged(units);
    retarget(table.throughput, units, update.now);
    table.pending.capacity = true;
    table.status = TableStatus::Updating;
    return {};
}

Result<void> merge_maximum(
    const TableUpdate& update,
    std::optional<std::int64_t>& current,
    std::optional<std::int64_t> wanted,
    std::string_view member,
    std::string_view index
) {
    if (!wanted) return {};
    if (update.billing() == BillingMode::Provisioned) {
        return errors::on_demand_forbidden(member, index, errors::RequestStage::Update);
    }
    if (*wanted == 0 || *wanted < -1) return errors::on_demand_out_of_range(member, index);
    // AWS: -1 means unlimited, in which case replies omit the member.
    // [case UpdateTable/on_demand_throughput]
    current = *wanted == -1 ? std::nullopt : wanted;
    return {};
}

Result<void> raise_warm(
    model::WarmThroughput& warm,
    const requests::tables::WarmThroughputRequest& wanted,
    std::string_view index
) {
    const CapacityUnits current{warm.read_units_per_second, warm.write_units_per_second};
    CapacityUnits target = warm.target.value_or(current);
    if (wanted.read_units_per_second) target.read = *wanted.read_units_per_second;
    if (wanted.write_units_per_second) target.write = *wanted.write_units_per_second;
    if (target.read < current.read) {
        return errors::warm_below_current("ReadUnitsPerSecond", index);
    }
    if (target.write < current.write) {
        return errors::warm_below_current("WriteUnitsPerSecond", index);
    }
    if (target != current) warm.target = target;
    return {};
}

}  // namespace

void count_decreases_of_day(TableDescription& table, Instant now) {
    table.throughput.decreases_today = decreases_on_day(table.throughput, now);
    for (GlobalSecondaryIndex& index : table.global_indexes) {
        index.throughput.decreases_today = decreases_on_day(index.throughput, now);
    }
}

void retarget(model::ProvisionedThroughput& throughput, CapacityUnits units, Instant now) {
    const CapacityUnits current = units_of(throughput);
    if (units.read > current.read || units.write > current.write) {
        throughput.last_increase = now;
    }
    if (units.read < current.read || units.write < current.write) {
        throughput.decreases_today = decreases_on_day(throughput, now) + 1;
        throughput.last_decrease = now;
    }
    throughput.target = units;
}

Result<void> merge_maxima(
    const TableUpdate& update,
    const model::OnDemandThroughput& on_demand,
    const requests::tables::WarmThroughputRequest& warm,
    ThroughputOwner owner
) {
    STATOR_CHECK(merge_maximum(
        update,
        owner.on_demand.max_read_request_units,
        on_demand.max_read_request_units,
        "MaxReadRequestUnits",
        owner.index
    ));
    STATOR_CHECK(merge_maximum(
        update,
        owner.on_demand.max_write_request_units,
        on_demand.max_write_request_units,
        "MaxWriteRequestUnits",
        owner.index
    ));
    STATOR_CHECK(requests::tables::check_new_warm_throughput(
        warm, owner.index, update.billing(), owner.provisioned
    ));
    STATOR_CHECK(check_maximum_limits(on_demand, warm, owner.index, update.scope));
    return raise_warm(owner.warm, warm, owner.index);
}

Result<void> apply_capacity(const TableUpdate& update, TableDescription& table) {
    const bool on_demand = update.billing() == BillingMode::PayPerRequest;
    if (on_demand && update.request.throughput) return errors::throughput_forbidden();
    STATOR_CHECK(check_provisioned_limit(update.request.throughput, "", update.scope));
    if (update.switches_billing()) {
        if (on_demand) {
            switch_to_on_demand(update, table);
        } else {
            STATOR_CHECK(switch_to_provisioned(update, table));
        }
        table.pending.capacity = true;
        table.status = TableStatus::Updating;
    } else if (!on_demand) {
        STATOR_CHECK(change_units(update, table));
    }
    return merge_maxima(
        update,
        update.request.on_demand_throughput,
        update.request.warm_throughput,
        {"", units_of(table.throughput), table.on_demand_throughput, table.warm_throughput}
    );
}

}  // namespace stator::engine::definition
