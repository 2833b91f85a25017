// Writers of the members that replies about tables and replies about backups share. Each writes a
// member with its name into the object that is open.
#pragma once

#include "protocol/model/global_table.hpp"
#include "protocol/model/table.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::tables {

// Projection.
void write_projection(wire::JsonWriter& json, const model::Projection& projection);

// OnDemandThroughput; nothing when it is not set.
// The members of a VectorIndex, in an object that is open.
void write_vector_index(wire::JsonWriter& json, const model::VectorIndex& index);
void write_on_demand(wire::JsonWriter& json, const model::OnDemandThroughput& throughput);

// SSEDescription; nothing while AWS uses a key of its own.
void write_encryption(wire::JsonWriter& json, const model::TableDescription& table);

// GlobalTableSettingsReplicationMode: of a table of one region as it was set, and that of all that
// have replicas.
void write_settings_mode(wire::JsonWriter& json, std::string_view mode);
inline constexpr std::string_view kSettingsWithOverrides = "ENABLED_WITH_OVERRIDES";

// One replica of a global table, as an object.
void write_replica(wire::JsonWriter& json, const model::ReplicaDescription& replica);

// GlobalTableWitnesses.
void write_witness(wire::JsonWriter& json, const model::WitnessDescription& witness);

}  // namespace stator::protocol::operations::tables
