#include "engine/definition/table_creation.hpp"

#include "engine/base/seeded_random.hpp"
#include "engine/base/uuid.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/time_text.hpp"
#include "protocol/errors/throughput.hpp"

namespace stator::engine::definition {
namespace {

using model::TableDescription;
using model::TableScope;
using values::BillingMode;
using values::CapacityUnits;

CapacityUnits initial_warm_units(BillingMode billing, CapacityUnits provisioned) {
    if (billing == BillingMode::Provisioned) return provisioned;
    return {protocol::kInitialOnDemandReads, protocol::kInitialOnDemandWrites};
}

// The initial warm throughput of a new table or index, with the requested units as the target.
model::WarmThroughput new_warm_throughput(
    const requests::tables::WarmThroughputRequest& request, CapacityUnits initial
) {
    model::WarmThroughput warm{initial.read, initial.write};
    if (request.is_set()) {
        warm.target = CapacityUnits{
            request.read_units_per_second.value_or(initial.read),
            request.write_units_per_second.value_or(initial.write)};
    }
    return warm;
}

}  // namespace

std::string table_id(std::uint64_t seed, std::uint64_t table_number) {
    const std::uint64_t high = mix(mix(seed) ^ table_number);
    return uuid_text(high, mix(high ^ seed));
}

namespace {

// The first time at or after `now` with a label after `latest`, which may be years ahead of a clock
// that was set back. Labels sort in the order of their times.
Instant first_label(const std::string& latest, Instant now) {
    if (utc_text(now) > latest) return now;
    std::int64_t step_ms = 1;
    while (utc_text(now + step_ms) <= latest) step_ms *= 2;
    // Invariant: the label at now + low is not after `latest`; the label at now + high is.
    std::int64_t low = step_ms / 2;
    std::int64_t high = step_ms;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (utc_text(now + middle) <= latest ? low : high) = middle;
    }
    return now + high;
}

}  // namespace

void enable_stream(TableDescription& table, values::StreamViewType view_type, Instant now) {
    std::string label = utc_text(first_label(table.latest_stream_label, now));
    table.stream = {true, view_type};
    table.latest_stream_arn = table.table_arn + "/stream/" + label;
    table.latest_stream_label = std::move(label);
}

std::string kms_key_arn(
    const TableScope& scope, const requests::tables::EncryptionRequest& request
) {
    constexpr std::string_view kDefaultKey = "00000000-0000-4000-8000-000000000000";
    std::string id = request.kms_master_key_id.value_or(std::string(kDefaultKey));
    if (model::is_arn(id)) return id;
    const std::string_view kind = id.starts_with("alias/") ? "" : "key/";
    std::string arn = "arn:aws:kms:";
    arn.append(scope.region).append(":").append(scope.account).append(":");
    return arn.append(kind).append(id);
}

Result<void> check_provisioned_limit(
    const std::optional<CapacityUnits>& units, std::string_view index, const TableScope& scope
) {
    if (!units) return {};
    if (units->read > protocol::kMaxTableCapacityUnits) {
        return errors::throughput_above_account_limit(
            "ReadCapacityUnits", units->read, index, scope.region
        );
    }
    if (units->write > protocol::kMaxTableCapacityUnits) {
        return errors::throughput_above_account_limit(
            "WriteCapacityUnits", units->write, index, scope.region
        );
    }
    return {};
}

Result<void> check_maximum_limits(
    const model::OnDemandThroughput& on_demand,
    const requests::tables::WarmThroughputRequest& warm,
    std::string_view index,
    const TableScope& scope
) {
    const auto check = [&](std::optional<std::int64_t> units,
                           std::string_view member,
                           std::string_view structure) -> Result<void> {
        if (units.value_or(0) <= protocol::kMaxTableCapacityUnits) return {};
        return errors::units_above_account_limit(member, structure, index, scope.region);
    };
    constexpr std::string_view kOnDemand = "OnDemandThroughput";
    constexpr std::string_view kWarm = "WarmThroughput";
    STATOR_CHECK(check(on_demand.max_read_request_units, "MaxReadRequestUnits", kOnDemand));
    STATOR_CHECK(check(on_demand.max_write_request_units, "MaxWriteRequestUnits", kOnDemand));
    STATOR_CHECK(check(warm.read_units_per_second, "ReadUnitsPerSecond", kWarm));
    return check(warm.write_units_per_second, "WriteUnitsPerSecond", kWarm);
}

Result<void> check_account_limits(
    const requests::tables::CreateTableRequest& request, const TableScope& scope
) {
    STATOR_CHECK(check_provisioned_limit(request.throughput, "", scope));
    for (const auto& index : request.global_indexes) {
        STATOR_CHECK(check_provisioned_limit(index.throughput, index.name, scope));
    }
    STATOR_CHECK(
        check_maximum_limits(request.on_demand_throughput, request.warm_throughput, "", scope)
    );
    for (const auto& index : request.global_indexes) {
        STATOR_CHECK(check_maximum_limits(
            index.on_demand_throughput, index.warm_throughput, index.name, scope
        ));
    }
    return {};
}

model::GlobalSecondaryIndex new_index(
    const requests::tables::GlobalIndexRequest& request, BillingMode billing
) {
    const CapacityUnits units = request.throughput.value_or(CapacityUnits{});
    model::GlobalSecondaryIndex index{request.name, request.key_schema, request.projection};
    index.throughput.read_capacity_units = units.read;
    index.throughput.write_capacity_units = units.write;
    index.on_demand_throughput = request.on_demand_throughput;
    index.warm_throughput =
        new_warm_throughput(request.warm_throughput, initial_warm_units(billing, units));
    return index;
}

TableDescription new_table(
    const requests::tables::CreateTableRequest& request,
    const TableScope& scope,
    std::string table_id,
    Instant now
) {
    const CapacityUnits units = request.throughput.value_or(CapacityUnits{});
    TableDescription table;
    table.name = request.table_name;
    table.table_id = std::move(table_id);
    table.table_arn = model::table_arn(scope, request.table_name);
    table.creation_time = now;
    table.attribute_definitions = request.attribute_definitions;
    table.key_schema = request.key_schema;
    table.local_indexes = request.local_indexes;
    for (const auto& index : request.global_indexes) {
        table.global_indexes.push_back(new_index(index, request.billing_mode));
    }
    table.vector_indexes = request.vector_indexes;
    table.billing_mode = request.billing_mode;
    if (request.billing_mode == BillingMode::PayPerRequest) {
        table.last_update_to_pay_per_request = now;
    }
    table.throughput.read_capacity_units = units.read;
    table.throughput.write_capacity_units = units.write;
    table.on_demand_throughput = request.on_demand_throughput;
    table.warm_throughput = new_warm_throughput(
        request.warm_throughput, initial_warm_units(request.billing_mode, units)
    );
    if (request.stream) enable_stream(table, *request.stream, now);
    table.table_class = request.table_class;
    if (request.encryption.enabled) {
        table.kms_master_key_arn = kms_key_arn(scope, request.encryption);
    }
    table.deletion_protection = request.deletion_protection;
    table.tags = request.tags;
    if (request.policy) {
        table.policies.of_table = {*request.policy, model::next_revision(table.policies, now)};
    }
    return table;
}

}  // namespace stator::engine::definition
