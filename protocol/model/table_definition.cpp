#include "protocol/model/table_definition.hpp"

#include "protocol/model/schema_members.hpp"

namespace stator::protocol::model {

void members(auto& code, Like<Projection> auto& projection) {
    code("ProjectionType", projection.type);
    code.if_set("NonKeyAttributes", projection.non_key_attributes);
}

void members(auto& code, Like<values::CapacityUnits> auto& units) {
    code("Read", units.read);
    code("Write", units.write);
}

void members(auto& code, Like<ProvisionedThroughput> auto& throughput) {
    code("ReadCapacityUnits", throughput.read_capacity_units);
    code("WriteCapacityUnits", throughput.write_capacity_units);
    code("LastIncreaseMs", throughput.last_increase);
    code("LastDecreaseMs", throughput.last_decrease);
    code("NumberOfDecreasesToday", throughput.decreases_today);
    code("Target", throughput.target);
}

void members(auto& code, Like<OnDemandThroughput> auto& throughput) {
    code("MaxReadRequestUnits", throughput.max_read_request_units);
    code("MaxWriteRequestUnits", throughput.max_write_request_units);
}

void members(auto& code, Like<WarmThroughput> auto& throughput) {
    code("ReadUnitsPerSecond", throughput.read_units_per_second);
    code("WriteUnitsPerSecond", throughput.write_units_per_second);
    code("Target", throughput.target);
}

// `owner` is a table or a global index.
void throughput_members(auto& code, auto& owner) {
    code("ProvisionedThroughput", owner.throughput);
    code("OnDemandThroughput", owner.on_demand_throughput);
    code("WarmThroughput", owner.warm_throughput);
    code.if_set("Partitions", owner.partitions);
}

void members(auto& code, Like<LocalSecondaryIndex> auto& index) {
    code("IndexName", index.name);
    code("KeySchema", index.key_schema);
    code("Projection", index.projection);
}

void members(auto& code, Like<GlobalSecondaryIndex> auto& index) {
    code("IndexName", index.name);
    code("KeySchema", index.key_schema);
    code("Projection", index.projection);
    code("IndexStatus", index.status);
    code.if_set("Backfilling", index.backfilling);
    throughput_members(code, index);
}

void members(auto& code, Like<VectorIndex> auto& index) {
    code("IndexName", index.name);
    code("VectorAttribute", index.vector_attribute);
    code("SearchSchema", index.search_schema);
    code("Projection", index.projection);
    code("Dimensions", index.dimensions);
    code("DistanceFunction", index.distance);
    code("IndexStatus", index.status);
    code.if_set("Backfilling", index.backfilling);
}

void members(auto& code, Like<PointInTimeRecovery> auto& recovery) {
    code("SinceMs", recovery.since);
    code("PeriodDays", recovery.period_days);
}

void members(auto& code, Like<ResourcePolicy> auto& policy) {
    code("Document", policy.document);
    code("RevisionId", policy.revision_id);
}

void members(auto& code, Like<ResourcePolicies> auto& policies) {
    code("Table", policies.of_table);
    code("Streams", policies.of_streams);
    code("LatestRevisionMs", policies.latest_revision);
}

void members(auto& code, auto& index, Like<ContributorInsights> auto& insights) {
    code.if_set("IndexName", index);
    code("Status", insights.status);
    code("Mode", insights.mode);
    code("EnabledMs", insights.enabled_at);
    code("LastUpdateMs", insights.last_update);
}

void members(auto& code, Like<KinesisDestination> auto& destination) {
    code("StreamArn", destination.stream_arn);
    code("Status", destination.status, values::DestinationStatus::Disabled);
    code.if_set("StatusDescription", destination.status_description);
    code("Precision", destination.precision);
    code("NextPrecision", destination.next_precision);
}

void members(auto& code, Like<PendingChanges> auto& pending) {
    code.if_set("Capacity", pending.capacity);
    code.if_set("Stream", pending.stream);
    code.if_set("Encryption", pending.encryption);
    code("TableClass", pending.table_class);
    code.if_set("Replicas", pending.replicas);
}

void members(auto& code, Like<RestoreSummary> auto& restore) {
    code.if_set("SourceBackupArn", restore.source_backup_arn);
    code.if_set("SourceTableArn", restore.source_table_arn);
    code("RestoreMs", restore.date);
}

void setting_members(auto& code, Like<TableDescription> auto& table) {
    const auto on_or_off = [](bool is_on) { return is_on ? "on" : "off"; };
    const auto is_on = [](std::string_view text) {
        return text.empty() ? std::nullopt : std::optional(text == "on");
    };
    code("BillingMode", table.billing_mode);
    code("LastUpdateToPayPerRequestMs", table.last_update_to_pay_per_request);
    throughput_members(code, table);
    code.if_set("StreamEnabled", table.stream.enabled);
    code("StreamViewType", table.stream.view_type);
    code.if_set("LatestStreamLabel", table.latest_stream_label);
    code.if_set("LatestStreamArn", table.latest_stream_arn);
    code.if_set("TimeToLiveAttribute", table.time_to_live_attribute);
    code("TableClass", table.table_class);
    code("TableClassUpdateMs", table.table_class_update);
    code("KMSMasterKeyArn", table.kms_master_key_arn);
    code.if_set("DeletionProtectionEnabled", table.deletion_protection);
    code.text("SettingsReplication", table.settings_replication, on_or_off, is_on);
    code.if_set("Importing", table.is_importing);
    code("PointInTimeRecovery", table.recovery);
}

void table_members(auto& code, Like<TableDescription> auto& table) {
    code.demand("TableName", table.name);
    code.if_set("TableId", table.table_id);
    code.if_set("TableArn", table.table_arn);
    code("TableStatus", table.status);
    code("CreationMs", table.creation_time);
    code("AttributeDefinitions", table.attribute_definitions);
    code("KeySchema", table.key_schema);
    code("LocalSecondaryIndexes", table.local_indexes);
    code("GlobalSecondaryIndexes", table.global_indexes);
    code.if_set("VectorIndexes", table.vector_indexes);
    setting_members(code, table);
    code("Tags", table.tags);
    code.if_set("ResourcePolicies", table.policies);
    code.by_index("ContributorInsights", table.insights);
    code.if_set("KinesisDestinations", table.kinesis_destinations);
    code("Pending", table.pending);
    code("Restore", table.restore);
}

void members(MemberWriter& code, const TableDescription& table) {
    table_members(code, table);
}

void members(MemberReader& code, TableDescription& table) {
    table_members(code, table);
}

std::string encode_table_definition(const TableDescription& table) {
    return stored_text(table);
}

std::optional<TableDescription> decode_table_definition(std::string text) {
    return from_stored<TableDescription>(std::move(text));
}

}  // namespace stator::protocol::model
