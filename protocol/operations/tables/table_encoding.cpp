// Writes tables. CreateTable, UpdateTable, DeleteTable and DescribeTable share one writer and
// differ in a few members.
#include "protocol/model/schema_members.hpp"
#include "protocol/operations/tables/member_encoding.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::protocol::operations::tables {
namespace {

using model::MemberWriter;
using wire::JsonWriter;

enum class Reply : unsigned char { Create, Update, Delete, Describe };

// AWS: DeleteTable shows the units without the dates. [case DeleteTable/members]
void write_provisioned(
    JsonWriter& json, const model::ProvisionedThroughput& throughput, Reply reply
) {
    json.begin_object("ProvisionedThroughput");
    if (throughput.last_increase && reply != Reply::Delete) {
        json.timestamp_member("LastIncreaseDateTime", *throughput.last_increase);
    }
    if (throughput.last_decrease && reply != Reply::Delete) {
        json.timestamp_member("LastDecreaseDateTime", *throughput.last_decrease);
    }
    json.integer_member(
        "NumberOfDecreasesToday", reply == Reply::Delete ? 0 : throughput.decreases_today
    );
    json.integer_member("ReadCapacityUnits", throughput.read_capacity_units);
    json.integer_member("WriteCapacityUnits", throughput.write_capacity_units);
    json.end_object();
}

// AWS: always in DescribeTable; in CreateTable and UpdateTable only during a change.
// [case DescribeTable/warm_throughput]
void write_warm(JsonWriter& json, const model::WarmThroughput& throughput, Reply reply) {
    if (reply != Reply::Describe && !throughput.target) return;
    json.begin_object("WarmThroughput");
    json.integer_member("ReadUnitsPerSecond", throughput.read_units_per_second);
    json.integer_member("WriteUnitsPerSecond", throughput.write_units_per_second);
    json.string_member("Status", throughput.target ? "UPDATING" : "ACTIVE");
    json.end_object();
}

void write_index_head(
    JsonWriter& json,
    std::string_view name,
    const values::KeySchema& schema,
    const model::Projection& projection
) {
    json.string_member("IndexName", name);
    MemberWriter{json}("KeySchema", schema);
    write_projection(json, projection);
}

void write_index_tail(JsonWriter& json, const DescribedTable& table, const std::string& name) {
    const auto found = table.statistics.indexes.find(name);
    const auto count =
        found == table.statistics.indexes.end() ? model::TableStatistics::Count{} : found->second;
    json.integer_member("IndexSizeBytes", count.bytes);
    json.integer_member("ItemCount", count.items);
    json.string_member("IndexArn", table.description.table_arn + "/index/" + name);
}

void write_local_indexes(JsonWriter& json, const DescribedTable& table) {
    if (table.description.local_indexes.empty()) return;
    json.objects_member(
        "LocalSecondaryIndexes",
        table.description.local_indexes,
        [&](const model::LocalSecondaryIndex& index) {
            write_index_head(json, index.name, index.key_schema, index.projection);
            write_index_tail(json, table, index.name);
        }
    );
}

// AWS: Backfilling is shown only while an index added to an existing table is CREATING.
// [case UpdateTable/index_allocation]
void write_global_index(
    JsonWriter& json,
    const DescribedTable& table,
    const model::GlobalSecondaryIndex& index,
    Reply reply
) {
    json.begin_object();
    write_index_head(json, index.name, index.key_schema, index.projection);
    const bool with_table = table.description.status == values::TableStatus::Creating;
    // AWS: absent while the table is being restored. [case restores/summary]
    if (!with_table || !table.description.restore) {
        json.string_member("IndexStatus", values::text_of(index.status));
    }
    if (index.status == values::IndexStatus::Creating && !with_table) {
        json.boolean_member("Backfilling", index.backfilling);
    }
    write_provisioned(json, index.throughput, reply);
    write_on_demand(json, index.on_demand_throughput);
    write_warm(json, index.warm_throughput, reply);
    write_index_tail(json, table, index.name);
    json.end_object();
}

void write_global_indexes(JsonWriter& json, const DescribedTable& table, Reply reply) {
    if (table.description.global_indexes.empty()) return;
    json.begin_array("GlobalSecondaryIndexes");
    for (const model::GlobalSecondaryIndex& index : table.description.global_indexes) {
        write_global_index(json, table, index, reply);
    }
    json.end_array();
}

// AWS: Backfilling is shown under the same condition as for a global index.
// [case UpdateTable/vector_index_lifecycle]
void write_vector_indexes(JsonWriter& json, const DescribedTable& table) {
    if (table.description.vector_indexes.empty()) return;
    const bool with_table = table.description.status == values::TableStatus::Creating;
    json.objects_member(
        "VectorIndexes",
        table.description.vector_indexes,
        [&](const model::VectorIndex& index) {
            write_vector_index(json, index);
            json.string_member("IndexStatus", values::text_of(index.status));
            if (index.status == values::IndexStatus::Creating && !with_table) {
                json.boolean_member("Backfilling", index.backfilling);
            }
            write_index_tail(json, table, index.name);
        }
    );
}

// AWS: absent for a table that has always been PROVISIONED. The time is shown only by DescribeTable
// and DeleteTable. [case DescribeTable/billing_mode_summary]
void write_billing(JsonWriter& json, const model::TableDescription& table, Reply reply) {
    if (!table.last_update_to_pay_per_request) return;
    if (table.billing_mode == values::BillingMode::Provisioned && reply == Reply::Delete) return;
    json.begin_object("BillingModeSummary");
    json.string_member("BillingMode", values::text_of(table.billing_mode));
    if (reply == Reply::Describe || reply == Reply::Delete) {
        json.timestamp_member(
            "LastUpdateToPayPerRequestDateTime", *table.last_update_to_pay_per_request
        );
    }
    json.end_object();
}

// AWS: the label and ARN of the latest stream remain after the stream is disabled.
// [case DescribeTable/disabled_stream]
void write_stream(JsonWriter& json, const model::TableDescription& table) {
    if (table.stream.enabled) {
        json.begin_object("StreamSpecification");
        json.boolean_member("StreamEnabled", true);
        json.string_member("StreamViewType", values::text_of(table.stream.view_type));
        json.end_object();
    }
    if (table.latest_stream_label.empty()) return;
    json.string_member("LatestStreamLabel", table.latest_stream_label);
    json.string_member("LatestStreamArn", table.latest_stream_arn);
}

void write_table_class(JsonWriter& json, const model::TableDescription& table) {
    if (!table.table_class) return;
    json.begin_object("TableClassSummary");
    json.string_member("TableClass", values::text_of(*table.table_class));
    if (table.table_class_update) {
        json.timestamp_member("LastUpdateDateTime", *table.table_class_update);
    }
    json.end_object();
}

void write_restore(JsonWriter& json, const std::optional<model::RestoreSummary>& restore) {
    if (!restore) return;
    json.begin_object("RestoreSummary");
    if (!restore->source_backup_arn.empty()) {
        json.string_member("SourceBackupArn", restore->source_backup_arn);
    }
    json.string_member("SourceTableArn", restore->source_table_arn);
    json.timestamp_member("RestoreDateTime", restore->date);
    json.boolean_member("RestoreInProgress", true);
    json.end_object();
}

// AWS: a table in one region has none of these members, except the mode if it was set.
// [case global_tables/members]
void write_replicas(JsonWriter& json, const DescribedTable& table) {
    const std::optional<bool>& replicates = table.description.settings_replication;
    if (!table.replicas) {
        if (replicates) write_settings_mode(json, *replicates ? "ENABLED" : "DISABLED");
        return;
    }
    json.string_member("GlobalTableVersion", "2019.11.21");
    write_settings_mode(json, kSettingsWithOverrides);
    if (table.is_strong) json.string_member("MultiRegionConsistency", "STRONG");
    if (table.witness) write_witness(json, *table.witness);
    json.array_member("Replicas", *table.replicas, [&](const model::ReplicaDescription& replica) {
        write_replica(json, replica);
    });
}

// Writes the members that every reply has.
void write_common(JsonWriter& json, const DescribedTable& table, Reply reply) {
    const model::TableDescription& description = table.description;
    json.string_member("TableName", description.name);
    json.string_member("TableStatus", values::text_of(description.status));
    json.string_member("TableId", description.table_id);
    json.string_member("TableArn", description.table_arn);
    write_provisioned(json, description.throughput, reply);
    write_billing(json, description, reply);
    json.integer_member("TableSizeBytes", table.statistics.table.bytes);
    json.integer_member("ItemCount", table.statistics.table.items);
    write_stream(json, description);
    json.boolean_member("DeletionProtectionEnabled", description.deletion_protection);
}

// Writes the members that DeleteTable omits.
void write_details(JsonWriter& json, const DescribedTable& table, Reply reply) {
    const model::TableDescription& description = table.description;
    MemberWriter{json}("AttributeDefinitions", description.attribute_definitions);
    MemberWriter{json}("KeySchema", description.key_schema);
    json.timestamp_member("CreationDateTime", description.creation_time);
    write_local_indexes(json, table);
    write_global_indexes(json, table, reply);
    write_vector_indexes(json, table);
    write_on_demand(json, description.on_demand_throughput);
    write_warm(json, description.warm_throughput, reply);
    write_table_class(json, description);
    write_encryption(json, description);
    write_restore(json, description.restore);
    write_replicas(json, table);
}

std::string encode(const DescribedTable& table, Reply reply) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object(reply == Reply::Describe ? "Table" : "TableDescription");
        write_common(json, table, reply);
        if (reply != Reply::Delete) write_details(json, table, reply);
        json.end_object();
    });
}

}  // namespace

std::string encode_create_table(const DescribedTable& table) {
    return encode(table, Reply::Create);
}

std::string encode_restored_table(const DescribedTable& table) {
    return encode(table, Reply::Create);
}

std::string encode_update_table(const DescribedTable& table) {
    return encode(table, Reply::Update);
}

std::string encode_delete_table(const DescribedTable& table) {
    return encode(table, Reply::Delete);
}

std::string encode_describe_table(const DescribedTable& table) {
    return encode(table, Reply::Describe);
}

}  // namespace stator::protocol::operations::tables
