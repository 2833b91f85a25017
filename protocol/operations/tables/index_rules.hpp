// Rules about key schemas, projections and throughput that CreateTable and UpdateTable share.
// Each function makes its checks in DynamoDB's order and returns the first error.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/tables/table_members.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::protocol::operations::tables {

// Every key attribute of an index has a definition.
Result<void> check_keys_defined(
    const values::KeySchema& schema, const std::vector<values::AttributeDefinition>& definitions
);

// First HASH, second RANGE, two names: tables and local indexes.
Result<void> check_simple_key_schema(const values::KeySchema& schema);

// True when one attribute stands twice in the schema.
bool has_repeated_name(const values::KeySchema& schema);

// One to four HASH attributes, then up to four RANGE attributes: global indexes.
Result<void> check_composite_key_schema(const values::KeySchema& schema);

// A projection as sent, turned into one that holds together.
Result<model::Projection> check_projection(const ProjectionRequest& request);

// Units a request may name at all; an empty `index` means the table.
Result<void> check_throughput_bounds(values::CapacityUnits units, std::string_view index);

// On-demand maxima of something new: billing mode, then range.
Result<void> check_new_on_demand_throughput(
    const model::OnDemandThroughput& throughput, std::string_view index, values::BillingMode billing
);

// Warm throughput of something new: not below what the billing mode gives from the start.
Result<void> check_new_warm_throughput(
    const WarmThroughputRequest& warm,
    std::string_view index,
    values::BillingMode billing,
    values::CapacityUnits provisioned
);

// An index to be added to an existing table, against the definitions of the same request; the
// billing mode is the one the table will have.
Result<GlobalIndexRequest> check_index_creation(
    const IndexRequest& sent,
    const std::vector<values::AttributeDefinition>& definitions,
    values::BillingMode billing
);

}  // namespace stator::protocol::operations::tables
