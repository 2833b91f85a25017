// Writes backups: a single backup, a backup with the table it records, and a list.
#include "protocol/model/schema_members.hpp"
#include "protocol/operations/backups/backups.hpp"
#include "protocol/operations/tables/member_encoding.hpp"

namespace stator::protocol::operations::backups {
namespace {

using model::MemberWriter;
using wire::JsonWriter;

void write_details(JsonWriter& json, const model::BackupDescription& backup) {
    json.begin_object("BackupDetails");
    json.string_member("BackupArn", backup.arn);
    json.string_member("BackupName", backup.name);
    json.integer_member("BackupSizeBytes", backup.size_bytes);
    json.string_member("BackupStatus", values::text_of(backup.status));
    json.string_member("BackupType", values::text_of(backup.type));
    json.timestamp_member("BackupCreationDateTime", backup.creation_time);
    if (backup.expiry) json.timestamp_member("BackupExpiryDateTime", *backup.expiry);
    json.end_object();
}

// AWS: without the number of decreases and their dates. [case DescribeBackup/source_table]
void write_throughput(JsonWriter& json, const model::ProvisionedThroughput& throughput) {
    json.begin_object("ProvisionedThroughput");
    json.integer_member("ReadCapacityUnits", throughput.read_capacity_units);
    json.integer_member("WriteCapacityUnits", throughput.write_capacity_units);
    json.end_object();
}

void write_source(JsonWriter& json, const model::BackupDescription& backup) {
    const model::TableDescription& table = backup.table;
    json.begin_object("SourceTableDetails");
    json.string_member("TableName", table.name);
    json.string_member("TableId", table.table_id);
    json.string_member("TableArn", table.table_arn);
    json.integer_member("TableSizeBytes", backup.content.bytes);
    MemberWriter{json}("KeySchema", table.key_schema);
    json.timestamp_member("TableCreationDateTime", table.creation_time);
    write_throughput(json, table.throughput);
    tables::write_on_demand(json, table.on_demand_throughput);
    json.integer_member("ItemCount", backup.content.items);
    json.string_member("BillingMode", values::text_of(table.billing_mode));
    json.end_object();
}

template <class Index>
void write_index_head(JsonWriter& json, const Index& index) {
    json.string_member("IndexName", index.name);
    MemberWriter{json}("KeySchema", index.key_schema);
    tables::write_projection(json, index.projection);
}

void write_indexes(JsonWriter& json, const model::TableDescription& table) {
    if (!table.local_indexes.empty()) {
        json.objects_member(
            "LocalSecondaryIndexes",
            table.local_indexes,
            [&](const model::LocalSecondaryIndex& index) { write_index_head(json, index); }
        );
    }
    if (table.global_indexes.empty()) return;
    json.objects_member(
        "GlobalSecondaryIndexes",
        table.global_indexes,
        [&](const model::GlobalSecondaryIndex& index) {
            write_index_head(json, index);
            write_throughput(json, index.throughput);
            tables::write_on_demand(json, index.on_demand_throughput);
        }
    );
}

// AWS: the table's settings other than its items. Tags, point-in-time recovery, table class and
// deletion protection are not shown, because a restore does not bring them back.
// [case DescribeBackup/source_features]
void write_features(JsonWriter& json, const model::TableDescription& table) {
    write_indexes(json, table);
    if (!table.vector_indexes.empty()) {
        json.objects_member(
            "VectorIndexes",
            table.vector_indexes,
            [&](const model::VectorIndex& index) { tables::write_vector_index(json, index); }
        );
    }
    if (table.stream.enabled) {
        json.begin_object("StreamDescription");
        json.boolean_member("StreamEnabled", true);
        json.string_member("StreamViewType", values::text_of(table.stream.view_type));
        json.end_object();
    }
    if (!table.time_to_live_attribute.empty()) {
        json.begin_object("TimeToLiveDescription");
        json.string_member("TimeToLiveStatus", "ENABLED");
        json.string_member("AttributeName", table.time_to_live_attribute);
        json.end_object();
    }
    tables::write_encryption(json, table);
}

void write_summary(JsonWriter& json, const model::BackupDescription& backup) {
    json.begin_object();
    json.string_member("TableName", backup.table.name);
    json.string_member("TableId", backup.table.table_id);
    json.string_member("TableArn", backup.table.table_arn);
    json.string_member("BackupArn", backup.arn);
    json.string_member("BackupName", backup.name);
    json.timestamp_member("BackupCreationDateTime", backup.creation_time);
    if (backup.expiry) json.timestamp_member("BackupExpiryDateTime", *backup.expiry);
    json.string_member("BackupStatus", values::text_of(backup.status));
    json.string_member("BackupType", values::text_of(backup.type));
    json.integer_member("BackupSizeBytes", backup.size_bytes);
    json.end_object();
}

}  // namespace

std::string encode_create_backup(const model::BackupDescription& backup) {
    return wire::object_text([&](JsonWriter& json) { write_details(json, backup); });
}

std::string encode_backup_description(const model::BackupDescription& backup) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("BackupDescription");
        write_details(json, backup);
        write_source(json, backup);
        json.begin_object("SourceTableFeatureDetails");
        // AWS: a system backup does not show them. [case backups/system_backup]
        if (backup.type == model::BackupType::User) write_features(json, backup.table);
        json.end_object();
        json.end_object();
    });
}

std::string encode_list_backups(const ListBackupsReply& reply) {
    return wire::object_text([&](JsonWriter& json) {
        json.array_member(
            "BackupSummaries",
            reply.backups,
            [&](const model::BackupDescription& backup) { write_summary(json, backup); }
        );
        if (!reply.last_evaluated_arn.empty()) {
            json.string_member("LastEvaluatedBackupArn", reply.last_evaluated_arn);
        }
    });
}

}  // namespace stator::protocol::operations::backups
