#include "protocol/operations/tables/member_encoding.hpp"

namespace stator::protocol::operations::tables {

using wire::JsonWriter;

void write_projection(JsonWriter& json, const model::Projection& projection) {
    json.key("Projection");
    json.begin_object();
    json.string_member("ProjectionType", values::projection_text(projection.type));
    if (projection.type == values::ProjectionType::Include) {
        json.key("NonKeyAttributes");
        json.begin_array();
        for (const std::string& name : projection.non_key_attributes) json.string(name);
        json.end_array();
    }
    json.end_object();
}

void write_on_demand(JsonWriter& json, const model::OnDemandThroughput& throughput) {
    if (!throughput.is_set()) return;
    json.key("OnDemandThroughput");
    json.begin_object();
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
    json.key("SSEDescription");
    json.begin_object();
    json.string_member("Status", table.pending.encryption ? "UPDATING" : "ENABLED");
    json.string_member("SSEType", "KMS");
    json.string_member("KMSMasterKeyArn", *table.kms_master_key_arn);
    json.end_object();
}

void write_replica(wire::JsonWriter& json, const model::ReplicaDescription& replica) {
    const model::ReplicaOverrides& overrides = replica.overrides;
    json.begin_object();
    json.string_member("RegionName", replica.region);
    json.string_member("ReplicaStatus", values::status_text(replica.status));
    if (overrides.kms_master_key_id) {
        json.string_member("KMSMasterKeyId", *overrides.kms_master_key_id);
    }
    if (overrides.read_capacity_units) {
        json.key("ProvisionedThroughputOverride");
        json.begin_object();
        json.integer_member("ReadCapacityUnits", *overrides.read_capacity_units);
        json.end_object();
    }
    if (overrides.max_read_request_units) {
        json.key("OnDemandThroughputOverride");
        json.begin_object();
        json.integer_member("MaxReadRequestUnits", *overrides.max_read_request_units);
        json.end_object();
    }
    if (overrides.table_class) {
        json.key("ReplicaTableClassSummary");
        json.begin_object();
        json.string_member("TableClass", values::table_class_text(*overrides.table_class));
        json.end_object();
    }
    json.end_object();
}

}  // namespace stator::protocol::operations::tables
