// Writers of the members that replies about tables and replies about backups share. Each function
// writes a member with its name into the currently open object.
#pragma once

#include "protocol/model/global_table.hpp"
#include "protocol/model/table.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::tables {

// Writes Projection.
void write_projection(wire::JsonWriter& json, const model::Projection& projection);

// Writes the members of a VectorIndex into the open object.
void write_vector_index(wire::JsonWriter& json, const model::VectorIndex& index);
// Writes OnDemandThroughput if it is set.
void write_on_demand(wire::JsonWriter& json, const model::OnDemandThroughput& throughput);

// Writes SSEDescription. Omits it if AWS uses a key of its own.
void write_encryption(wire::JsonWriter& json, const model::TableDescription& table);

// Writes GlobalTableSettingsReplicationMode: the configured mode of a table in one region, or
// kSettingsWithOverrides for a table with replicas.
void write_settings_mode(wire::JsonWriter& json, std::string_view mode);
inline constexpr std::string_view kSettingsWithOverrides = "ENABLED_WITH_OVERRIDES";

// Writes one replica of a global table as an object.
void write_replica(wire::JsonWriter& json, const model::ReplicaDescription& replica);

// Writes GlobalTableWitnesses.
void write_witness(wire::JsonWriter& json, const model::WitnessDescription& witness);

}  // namespace stator::protocol::operations::tables
