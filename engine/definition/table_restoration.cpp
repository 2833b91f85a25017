#include "engine/definition/table_restoration.hpp"

#include <algorithm>
#include <utility>

#include "engine/definition/table_creation.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/vectors.hpp"

namespace stator::engine::definition {
namespace {

using model::GlobalSecondaryIndex;
using model::LocalSecondaryIndex;
using model::TableDescription;
using model::VectorIndex;
using requests::backups::RestoreOverrides;
using requests::tables::GlobalIndexRequest;
using values::BillingMode;
using values::CapacityUnits;

CapacityUnits recorded_units(const model::ProvisionedThroughput& throughput) {
    return {throughput.read_capacity_units, throughput.write_capacity_units};
}

BillingMode billing_of(const TableDescription& recorded, const RestoreOverrides& overrides) {
    return overrides.billing_mode.value_or(recorded.billing_mode);
}

// Checks the overrides against the billing mode. They are already consistent with each other.
Result<void> check_throughput(const TableDescription& recorded, const RestoreOverrides& overrides) {
    if (billing_of(recorded, overrides) == BillingMode::PayPerRequest) {
        if (overrides.throughput) return errors::restored_throughput_of_on_demand_table();
        return {};
    }
    if (overrides.on_demand_throughput.max_read_request_units) {
        return errors::restored_on_demand_of_provisioned("MaxReadRequestUnits");
    }
    if (overrides.on_demand_throughput.max_write_request_units) {
        return errors::restored_on_demand_of_provisioned("MaxWriteRequestUnits");
    }
    return {};
}

Result<void> check_index_throughput(const GlobalIndexRequest& index, BillingMode billing) {
    if (index.throughput && billing == BillingMode::PayPerRequest) {
        return errors::restored_index_throughput_with_on_demand(index.name);
    }
    if (!index.throughput && billing == BillingMode::Provisioned) {
        return errors::restored_index_throughput_required(index.name);
    }
    return {};
}

// The recorded index with the same keys and projection, or null. Its name may differ.
template <class Index, class Wanted>
const Index* recorded_index(const std::vector<Index>& recorded, const Wanted& wanted) {
    const auto found = std::ranges::find_if(recorded, [&](const Index& index) {
        return index.key_schema == wanted.key_schema && index.projection == wanted.projection;
    });
    return found == recorded.end() ? nullptr : &*found;
}

// A request for the index as it was created, with its latest units.
GlobalIndexRequest request_of(const GlobalSecondaryIndex& recorded) {
    GlobalIndexRequest request;
    request.name = recorded.name;
    request.key_schema = recorded.key_schema;
    request.projection = recorded.projection;
    request.throughput = recorded_units(recorded.throughput);
    request.on_demand_throughput = recorded.on_demand_throughput;
    return request;
}

// The indexes without those that were being deleted, whose key attributes no longer have
// definitions.
std::vector<GlobalSecondaryIndex> lasting_indexes(const TableDescription& recorded) {
    std::vector<GlobalSecondaryIndex> indexes = recorded.global_indexes;
    std::erase_if(indexes, [](const GlobalSecondaryIndex& index) {
        return index.status == values::IndexStatus::Deleting;
    });
    return indexes;
}

Result<void> restore_global_indexes(
    const TableDescription& recorded, const RestoreOverrides& overrides, Restoration& restoration
) {
    const std::vector<GlobalSecondaryIndex> lasting = lasting_indexes(recorded);
    const BillingMode billing = restoration.table.billing_mode;
    const auto add = [&](GlobalIndexRequest index, const GlobalSecondaryIndex& origin) {
        const bool is_on_demand = billing == BillingMode::PayPerRequest;
        if (is_on_demand) index.throughput = CapacityUnits{};
        if (!is_on_demand) index.on_demand_throughput = {};
        restoration.origins[index.name] = origin.name;
        restoration.table.global_indexes.push_back(definition::new_index(index, billing));
        restoration.table.global_indexes.back().partitions = origin.partitions;
    };
    if (!overrides.global_indexes) {
        for (const GlobalSecondaryIndex& index : lasting) {
            const bool has_no_units = recorded.billing_mode == BillingMode::PayPerRequest;
            if (has_no_units && billing == BillingMode::Provisioned) {
                return errors::restored_index_throughput_required(index.name);
            }
            add(request_of(index), index);
        }
        return {};
    }
    for (const GlobalIndexRequest& index : *overrides.global_indexes) {
        const auto* origin = recorded_index(lasting, index);
        if (origin == nullptr) return errors::restored_index_not_recorded(index.name);
        STATOR_CHECK(check_index_throughput(index, billing));
        add(index, *origin);
    }
    return {};
}

Result<void> restore_local_indexes(
    const TableDescription& recorded, const RestoreOverrides& overrides, Restoration& restoration
) {
    restoration.table.local_indexes = overrides.local_indexes.value_or(recorded.local_indexes);
    for (const LocalSecondaryIndex& index : restoration.table.local_indexes) {
        const auto* origin = recorded_index(recorded.local_indexes, index);
        if (origin == nullptr) return errors::restored_index_not_recorded(index.name);
        restoration.origins[index.name] = origin->name;
    }
    return {};
}

bool is_same_index(const VectorIndex& recorded, const VectorIndex& wanted) {
    return recorded.vector_attribute == wanted.vector_attribute &&
           recorded.search_schema == wanted.search_schema &&
           recorded.projection == wanted.projection && recorded.dimensions == wanted.dimensions &&
           recorded.distance == wanted.distance;
}

Result<void> restore_vector_indexes(
    const TableDescription& recorded, const RestoreOverrides& overrides, Restoration& restoration
) {
    std::vector<VectorIndex> lasting = recorded.vector_indexes;
    std::erase_if(lasting, [](const VectorIndex& index) {
        return index.status == values::IndexStatus::Deleting;
    });
    const std::vector<VectorIndex>& wanted = overrides.vector_indexes.value_or(lasting);
    for (VectorIndex index : wanted) {
        const auto origin = std::ranges::find_if(lasting, [&](const VectorIndex& known) {
            return is_same_index(known, index);
        });
        if (origin == lasting.end()) return errors::restored_index_not_recorded(index.name);
        index.status = values::IndexStatus::Creating;
        index.backfilling = false;
        restoration.origins[index.name] = origin->name;
        restoration.table.vector_indexes.push_back(std::move(index));
    }
    const bool is_on_demand = restoration.table.billing_mode == BillingMode::PayPerRequest;
    if (!wanted.empty() && !is_on_demand) return errors::vectors_need_on_demand();
    return {};
}

// Drops the definitions of attributes that no key of the table or of its indexes uses.
void drop_unused_definitions(TableDescription& table) {
    const auto uses = [](const values::KeySchema& schema, const std::string& name) {
        return std::ranges::any_of(schema, [&](const auto& key) { return key.name == name; });
    };
    std::erase_if(table.attribute_definitions, [&](const auto& definition) {
        const auto is_key_of = [&](const auto& index) {
            return uses(index.key_schema, definition.name);
        };
        return !uses(table.key_schema, definition.name) &&
               std::ranges::none_of(table.local_indexes, is_key_of) &&
               std::ranges::none_of(table.global_indexes, is_key_of) &&
               std::ranges::none_of(table.vector_indexes, [&](const VectorIndex& index) {
                   return index.searches_by(definition.name);
               });
    });
}

// Billing, units and values derived from them, as for a new table.
requests::tables::CreateTableRequest creation_of(
    const TableDescription& recorded, const RestoreOverrides& overrides, std::string name
) {
    requests::tables::CreateTableRequest request;
    request.table_name = std::move(name);
    request.attribute_definitions = recorded.attribute_definitions;
    request.key_schema = recorded.key_schema;
    request.billing_mode = billing_of(recorded, overrides);
    if (request.billing_mode == BillingMode::Provisioned) {
        request.throughput = overrides.throughput.value_or(recorded_units(recorded.throughput));
    } else {
        const bool is_overridden = overrides.on_demand_throughput.is_set();
        request.on_demand_throughput =
            is_overridden ? overrides.on_demand_throughput : recorded.on_demand_throughput;
    }
    return request;
}

}  // namespace

Result<Restoration> restored_table(
    const TableDescription& recorded,
    const RestoreOverrides& overrides,
    RestoredIdentity identity,
    Instant now
) {
    STATOR_CHECK(check_throughput(recorded, overrides));
    Restoration restoration;
    TableDescription& table = restoration.table;
    table = definition::new_table(
        creation_of(recorded, overrides, std::move(identity.name)),
        identity.scope,
        std::move(identity.table_id),
        now
    );
    table.partitions = recorded.partitions;
    table.kms_master_key_arn = recorded.kms_master_key_arn;
    if (overrides.encryption) {
        table.kms_master_key_arn.reset();
        if (overrides.encryption->enabled) {
            table.kms_master_key_arn =
                definition::kms_key_arn(identity.scope, *overrides.encryption);
        }
    }
    STATOR_CHECK(restore_global_indexes(recorded, overrides, restoration));
    STATOR_CHECK(restore_local_indexes(recorded, overrides, restoration));
    STATOR_CHECK(restore_vector_indexes(recorded, overrides, restoration));
    drop_unused_definitions(table);
    table.restore = std::move(identity.summary);
    return restoration;
}

definition::IndexOrigins same_indexes(const TableDescription& table) {
    definition::IndexOrigins origins;
    for (const auto& index : table.local_indexes) origins[index.name] = index.name;
    for (const auto& index : table.global_indexes) origins[index.name] = index.name;
    for (const auto& index : table.vector_indexes) origins[index.name] = index.name;
    return origins;
}

}  // namespace stator::engine::definition
