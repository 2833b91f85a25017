// Readers of the structures that requests about tables have in common: key schemas, projections,
// throughput, index definitions. They run after the shape check, so types and enumerations hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/model/table.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::tables {

std::vector<values::AttributeDefinition> read_definitions(wire::JsonView list);
values::KeySchema read_key_schema(wire::JsonView list);
IndexRequest read_index(wire::JsonView json);

std::optional<values::CapacityUnits> read_throughput(wire::JsonView json);
model::OnDemandThroughput read_on_demand_throughput(wire::JsonView json);
WarmThroughputRequest read_warm_throughput(wire::JsonView json);

// AWS: the strings of a Boolean's aliases count as well. [case wire/boolean_text]
bool read_boolean(wire::JsonView json);

// SSESpecification, with its own four errors.
Result<EncryptionRequest> read_encryption(wire::JsonView json);
// TableClass, or nothing when it is absent; any other text is an error.
Result<std::optional<values::TableClass>> read_table_class(wire::JsonView request);

// "[a, b]" material: the names in their order.
std::vector<std::string> names_of(const std::vector<values::AttributeDefinition>& definitions);
std::vector<std::string> names_of(const values::KeySchema& schema);

}  // namespace stator::protocol::operations::tables
