#include "protocol/operations/tables/member_encoding.hpp"

#include "protocol/model/schema_members.hpp"

namespace stator::protocol::operations::tables {

using wire::JsonWriter;

namespace {

// Writes the read capacity settings that override those of the table.
void write_read_overrides(
    JsonWriter& json,
    const std::optional<std::int64_t>& capacity_units,
    const std::optional<std::int64_t>& most_request_units
) {
    if (capacity_units) {
        json.begin_object("ProvisionedThroughputOverride");
        json.integer_member("ReadCapacityUnits", *capacity_units);
        json.end_object();
    }
    if (most_request_units) {
        json.begin_object("OnDemandThroughputOverride");
        json.integer_member("MaxReadRequestUnits", *most_request_units);
        json.end_object();
    }
}

}  // namespace

void write_projection(JsonWriter& json, const model::Projection& projection) {
    json.begin_object("Projection");
    json.string_member("ProjectionType", values::text_of(projection.type));
    if (projection.type == values::ProjectionType::Include) {
        json.strings_member("NonKeyAttributes", projection.non_key_attributes);
    }
    json.end_object();
}

void write_vector_index(JsonWriter& json, const model::VectorIndex& index) {
    json.string_member("IndexName", index.name);
    json.begin_object("VectorAttribute");
    json.string_member("AttributeName", index.vector_attribute);
    json.end_object();
    // AWS: absent if the request had none. [case CreateTable/vector_indexes]
    model::MemberWriter{json}.if_set("SearchSchema", index.search_schema);
    write_projection(json, index.projection);
    json.integer_member("Dimensions", index.dimensions);
    json.string_member("DistanceFunction", values::text_of(index.distance));
}

void write_on_demand(JsonWriter& json, const model::OnDemandThroughput& throughput) {
    if (!throughput.is_set()) return;
    json.begin_object("OnDemandThroughput");
    if (throughput.max_read_request_units) {
        json.integer_member("MaxReadRequestUnits", *throughput.max_read_request_units);
    }
    if (throughput.max_write_request_units) {
        json.integer_member("MaxWriteRequestUnits", *throughput.max_write_request_units);
    }
    json.end_object();
}

void write_encryption(JsonWriter& json, const model::TableDescription& table) {
    if (!table.kms_master_key_arn) return;
    json.begin_object("SSEDescription");
    json.string_member("Status", table.pending.encryption ? "UPDATING" : "ENABLED");
    json.string_member("SSEType", "KMS");
    json.string_member("KMSMasterKeyArn", *table.kms_master_key_arn);
    json.end_object();
}

void write_settings_mode(JsonWriter& json, std::string_view mode) {
    json.string_member("GlobalTableSettingsReplicationMode", mode);
}

void write_replica(JsonWriter& json, const model::ReplicaDescription& replica) {
    const model::ReplicaOverrides& overrides = replica.overrides;
    json.begin_object();
    json.string_member("RegionName", replica.region);
    json.string_member("ReplicaStatus", values::text_of(replica.status));
    if (overrides.kms_master_key_id) {
        json.string_member("KMSMasterKeyId", *overrides.kms_master_key_id);
    }
    write_read_overrides(json, overrides.read_capacity_units, overrides.max_read_request_units);
    if (!overrides.indexes.empty()) {
        json.begin_array("GlobalSecondaryIndexes");
        for (const auto& [name, index] : overrides.indexes) {
            json.begin_object();
            json.string_member("IndexName", name);
            write_read_overrides(json, index.read_capacity_units, index.max_read_request_units);
            json.end_object();
        }
        json.end_array();
    }
    if (overrides.table_class) {
        json.begin_object("ReplicaTableClassSummary");
        json.string_member("TableClass", values::text_of(*overrides.table_class));
        json.end_object();
    }
    write_settings_mode(json, kSettingsWithOverrides);
    json.end_object();
}

void write_witness(JsonWriter& json, const model::WitnessDescription& witness) {
    json.begin_array("GlobalTableWitnesses");
    json.begin_object();
    json.string_member("RegionName", witness.region);
    json.string_member("WitnessStatus", values::text_of(witness.status));
    json.end_object();
    json.end_array();
}

}  // namespace stator::protocol::operations::tables
