// Readers of structures that several requests about tables contain: throughput, index definitions,
// settings. They assume that the shape check has validated types and enumerations.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/model/table.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::tables {

IndexRequest read_index(wire::JsonView json);
// Returns the indexes in the list `member`; empty if it is absent.
std::vector<IndexRequest> read_indexes(wire::JsonView json, std::string_view member);
VectorIndexRequest read_vector_index(wire::JsonView json);
// Returns the vector indexes in the list `member`; empty if it is absent.
std::vector<VectorIndexRequest> read_vector_indexes(
    wire::JsonView json, std::string_view member = "VectorIndexes"
);

// `member`: the member's name in the request.
std::optional<values::CapacityUnits> read_throughput(
    wire::JsonView json, std::string_view member = "ProvisionedThroughput"
);
model::OnDemandThroughput read_on_demand_throughput(
    wire::JsonView json, std::string_view member = "OnDemandThroughput"
);
WarmThroughputRequest read_warm_throughput(wire::JsonView json);

// Reads and checks an SSESpecification, which has four errors of its own.
Result<EncryptionRequest> read_encryption(wire::JsonView json);
// Reads TableClass; nullopt if it is absent. Error: any other text.
Result<std::optional<values::TableClass>> read_table_class(wire::JsonView request);

// Returns the names in order, for messages that print them as "[a, b]".
std::vector<std::string> names_of(const std::vector<values::AttributeDefinition>& definitions);
std::vector<std::string> names_of(const values::KeySchema& schema);

}  // namespace stator::protocol::operations::tables
