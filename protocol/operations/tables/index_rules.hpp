// Rules for key schemas, projections and throughput that CreateTable and UpdateTable share. Each
// function makes its checks in DynamoDB's order and returns the first error.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/tables/table_members.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::protocol::operations::tables {

// Checks that every key attribute of an index has a definition.
Result<void> check_keys_defined(
    const values::KeySchema& schema, const std::vector<values::AttributeDefinition>& definitions
);

// For tables and local indexes: the first key is HASH, the second RANGE, and their names differ.
Result<void> check_simple_key_schema(const values::KeySchema& schema);

// Returns true if an attribute occurs twice in the schema.
bool has_repeated_name(const values::KeySchema& schema);

// For global indexes: one to four HASH attributes, then up to four RANGE attributes.
Result<void> check_composite_key_schema(const values::KeySchema& schema);

// Returns the projection that the request describes. Error: its members are inconsistent.
Result<model::Projection> check_projection(const ProjectionRequest& request);

// Checks units against the limits of a single request. An empty `index` means the table.
Result<void> check_throughput_bounds(values::CapacityUnits units, std::string_view index);

// Checks the on-demand maxima of a new table or index: billing mode, then range.
Result<void> check_new_on_demand_throughput(
    const model::OnDemandThroughput& throughput, std::string_view index, values::BillingMode billing
);

// Checks the warm throughput of a new table or index: it must not be lower than the initial
// throughput of the billing mode.
Result<void> check_new_warm_throughput(
    const WarmThroughputRequest& warm,
    std::string_view index,
    values::BillingMode billing,
    values::CapacityUnits provisioned
);

// Checks an index to be added to an existing table against the attribute definitions of the same
// request. `billing`: the billing mode that the table will have.
Result<GlobalIndexRequest> check_index_creation(
    const IndexRequest& sent,
    const std::vector<values::AttributeDefinition>& definitions,
    values::BillingMode billing
);

}  // namespace stator::protocol::operations::tables
