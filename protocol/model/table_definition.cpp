#include "protocol/model/table_definition.hpp"

#include "protocol/model/definition_json.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model {
namespace {

using namespace definition;
using wire::JsonView;
using wire::JsonWriter;

void write_units(
    JsonWriter& json, std::string_view name, const std::optional<values::CapacityUnits>& units
) {
    if (!units) return;
    json.begin_object(name);
    json.integer_member("Read", units->read);
    json.integer_member("Write", units->write);
    json.end_object();
}

void write_throughput(
    JsonWriter& json,
    const ProvisionedThroughput& throughput,
    const OnDemandThroughput& on_demand,
    const WarmThroughput& warm
) {
    json.begin_object("ProvisionedThroughput");
    json.integer_member("ReadCapacityUnits", throughput.read_capacity_units);
    json.integer_member("WriteCapacityUnits", throughput.write_capacity_units);
    definition::write_time(json, "LastIncreaseMs", throughput.last_increase);
    definition::write_time(json, "LastDecreaseMs", throughput.last_decrease);
    json.integer_member("NumberOfDecreasesToday", throughput.decreases_today);
    write_units(json, "Target", throughput.target);
    json.end_object();
    json.begin_object("OnDemandThroughput");
    definition::write_integer(json, "MaxReadRequestUnits", on_demand.max_read_request_units);
    definition::write_integer(json, "MaxWriteRequestUnits", on_demand.max_write_request_units);
    json.end_object();
    json.begin_object("WarmThroughput");
    json.integer_member("ReadUnitsPerSecond", warm.read_units_per_second);
    json.integer_member("WriteUnitsPerSecond", warm.write_units_per_second);
    write_units(json, "Target", warm.target);
    json.end_object();
}

void write_partitions(JsonWriter& json, std::int64_t partitions) {
    if (partitions != 0) json.integer_member("Partitions", partitions);
}

void write_definitions(JsonWriter& json, const TableDescription& table) {
    json.objects_member(
        "AttributeDefinitions",
        table.attribute_definitions,
        [&](const values::AttributeDefinition& definition) {
            json.string_member("AttributeName", definition.name);
            json.string_member("AttributeType", values::type_name(definition.type));
        }
    );
}

void write_indexes(JsonWriter& json, const TableDescription& table) {
    json.objects_member(
        "LocalSecondaryIndexes",
        table.local_indexes,
        [&](const LocalSecondaryIndex& index) {
            json.string_member("IndexName", index.name);
            definition::write_key_schema(json, index.key_schema);
            write_projection(json, index.projection);
        }
    );
    json.objects_member(
        "GlobalSecondaryIndexes",
        table.global_indexes,
        [&](const GlobalSecondaryIndex& index) {
            json.string_member("IndexName", index.name);
            definition::write_key_schema(json, index.key_schema);
            write_projection(json, index.projection);
            json.string_member("IndexStatus", values::text_of(index.status));
            definition::write_flag(json, "Backfilling", index.backfilling);
            write_throughput(
                json, index.throughput, index.on_demand_throughput, index.warm_throughput
            );
            write_partitions(json, index.partitions);
        }
    );
    definition::write_vector_indexes(json, table.vector_indexes);
}

void write_settings(JsonWriter& json, const TableDescription& table) {
    json.string_member("BillingMode", values::text_of(table.billing_mode));
    definition::write_time(
        json, "LastUpdateToPayPerRequestMs", table.last_update_to_pay_per_request
    );
    write_throughput(json, table.throughput, table.on_demand_throughput, table.warm_throughput);
    write_partitions(json, table.partitions);
    definition::write_flag(json, "StreamEnabled", table.stream.enabled);
    json.string_member("StreamViewType", values::text_of(table.stream.view_type));
    definition::write_text(json, "LatestStreamLabel", table.latest_stream_label);
    definition::write_text(json, "LatestStreamArn", table.latest_stream_arn);
    definition::write_text(json, "TimeToLiveAttribute", table.time_to_live_attribute);
    if (table.table_class) {
        json.string_member("TableClass", values::text_of(*table.table_class));
    }
    definition::write_time(json, "TableClassUpdateMs", table.table_class_update);
    if (table.kms_master_key_arn) {
        json.string_member("KMSMasterKeyArn", *table.kms_master_key_arn);
    }
    definition::write_flag(json, "DeletionProtectionEnabled", table.deletion_protection);
    if (table.settings_replication) {
        json.string_member("SettingsReplication", *table.settings_replication ? "on" : "off");
    }
    definition::write_flag(json, "Importing", table.is_importing);
    if (table.recovery) {
        json.begin_object("PointInTimeRecovery");
        definition::write_time(json, "SinceMs", table.recovery->since);
        definition::write_integer(json, "PeriodDays", table.recovery->period_days);
        json.end_object();
    }
}

void write_tags(JsonWriter& json, const TableDescription& table) {
    json.begin_object("Tags");
    for (const auto& [key, value] : table.tags) json.string_member(key, value);
    json.end_object();
}

void write_pending(JsonWriter& json, const PendingChanges& pending) {
    json.begin_object("Pending");
    definition::write_flag(json, "Capacity", pending.capacity);
    definition::write_flag(json, "Stream", pending.stream);
    definition::write_flag(json, "Encryption", pending.encryption);
    if (pending.table_class) {
        json.string_member("TableClass", values::text_of(*pending.table_class));
    }
    definition::write_flag(json, "Replicas", pending.replicas);
    json.end_object();
}

void write_restore(JsonWriter& json, const std::optional<RestoreSummary>& restore) {
    if (!restore) return;
    json.begin_object("Restore");
    definition::write_text(json, "SourceBackupArn", restore->source_backup_arn);
    definition::write_text(json, "SourceTableArn", restore->source_table_arn);
    definition::write_time(json, "RestoreMs", restore->date);
    json.end_object();
}

// Readers take anything of the wrong type for absent.

std::optional<values::CapacityUnits> read_units(JsonView json, std::string_view name) {
    const auto found = definition::read_object(json, name);
    if (!found) return std::nullopt;
    return values::CapacityUnits{
        definition::read_integer(*found, "Read").value_or(0),
        definition::read_integer(*found, "Write").value_or(0)};
}

// `Owner` is a table or a global index; both have the members.
template <class Owner>
void read_throughputs(JsonView json, Owner& owner) {
    if (const auto found = definition::read_object(json, "ProvisionedThroughput")) {
        ProvisionedThroughput& throughput = owner.throughput;
        throughput.read_capacity_units =
            definition::read_integer(*found, "ReadCapacityUnits").value_or(0);
        throughput.write_capacity_units =
            definition::read_integer(*found, "WriteCapacityUnits").value_or(0);
        throughput.last_increase = definition::read_time(*found, "LastIncreaseMs");
        throughput.last_decrease = definition::read_time(*found, "LastDecreaseMs");
        throughput.decreases_today =
            definition::read_integer(*found, "NumberOfDecreasesToday").value_or(0);
        throughput.target = read_units(*found, "Target");
    }
    if (const auto found = definition::read_object(json, "OnDemandThroughput")) {
        owner.on_demand_throughput = {
            definition::read_integer(*found, "MaxReadRequestUnits"),
            definition::read_integer(*found, "MaxWriteRequestUnits")};
    }
    if (const auto found = definition::read_object(json, "WarmThroughput")) {
        owner.warm_throughput = {
            definition::read_integer(*found, "ReadUnitsPerSecond").value_or(0),
            definition::read_integer(*found, "WriteUnitsPerSecond").value_or(0),
            read_units(*found, "Target")};
    }
    owner.partitions = definition::read_integer(json, "Partitions").value_or(0);
}

void read_schema(JsonView json, TableDescription& table) {
    definition::for_each_object(json, "AttributeDefinitions", [&](JsonView element) {
        const std::string type = definition::read_text(element, "AttributeType");
        table.attribute_definitions.push_back(
            {definition::read_text(element, "AttributeName"),
             type == "N"   ? values::AttributeType::Number
             : type == "B" ? values::AttributeType::Binary
                           : values::AttributeType::String}
        );
    });
    table.key_schema = definition::read_keys(json);
    definition::for_each_object(json, "LocalSecondaryIndexes", [&](JsonView element) {
        table.local_indexes.push_back(
            {definition::read_text(element, "IndexName"),
             definition::read_keys(element),
             read_projection(element)}
        );
    });
    definition::for_each_object(json, "GlobalSecondaryIndexes", [&](JsonView element) {
        GlobalSecondaryIndex index{
            definition::read_text(element, "IndexName"),
            definition::read_keys(element),
            read_projection(element)};
        index.status =
            values::term_from<values::IndexStatus>(definition::read_text(element, "IndexStatus"))
                .value_or(index.status);
        index.backfilling = definition::read_flag(element, "Backfilling");
        read_throughputs(element, index);
        table.global_indexes.push_back(std::move(index));
    });
    table.vector_indexes = definition::read_vector_indexes(json);
}

void read_settings(JsonView json, TableDescription& table) {
    table.billing_mode =
        values::term_from<values::BillingMode>(definition::read_text(json, "BillingMode"))
            .value_or(table.billing_mode);
    table.last_update_to_pay_per_request =
        definition::read_time(json, "LastUpdateToPayPerRequestMs");
    read_throughputs(json, table);
    table.stream.enabled = definition::read_flag(json, "StreamEnabled");
    table.stream.view_type =
        values::term_from<values::StreamViewType>(definition::read_text(json, "StreamViewType"))
            .value_or(table.stream.view_type);
    table.latest_stream_label = definition::read_text(json, "LatestStreamLabel");
    table.latest_stream_arn = definition::read_text(json, "LatestStreamArn");
    table.time_to_live_attribute = definition::read_text(json, "TimeToLiveAttribute");
    table.table_class =
        values::term_from<values::TableClass>(definition::read_text(json, "TableClass"));
    table.table_class_update = definition::read_time(json, "TableClassUpdateMs");
    if (const auto key = json.find("KMSMasterKeyArn"); key && key->is_string()) {
        table.kms_master_key_arn = std::string(key->string());
    }
    table.deletion_protection = definition::read_flag(json, "DeletionProtectionEnabled");
    if (const std::string set = definition::read_text(json, "SettingsReplication"); !set.empty()) {
        table.settings_replication = set == "on";
    }
    table.is_importing = definition::read_flag(json, "Importing");
    if (const auto recovery = definition::read_object(json, "PointInTimeRecovery")) {
        table.recovery = PointInTimeRecovery{
            definition::read_time(*recovery, "SinceMs").value_or(Instant()),
            definition::read_integer(*recovery, "PeriodDays").value_or(0)};
    }
    if (const auto tags = definition::read_object(json, "Tags")) {
        for (const auto& tag : tags->members()) {
            if (!tag.value.IsString()) continue;
            table.tags.emplace(wire::member_name(tag), JsonView(tag.value).string());
        }
    }
    if (const auto pending = definition::read_object(json, "Pending")) {
        table.pending.capacity = definition::read_flag(*pending, "Capacity");
        table.pending.stream = definition::read_flag(*pending, "Stream");
        table.pending.encryption = definition::read_flag(*pending, "Encryption");
        table.pending.table_class =
            values::term_from<values::TableClass>(definition::read_text(*pending, "TableClass"));
        table.pending.replicas = definition::read_flag(*pending, "Replicas");
    }
}

void write_kinesis(JsonWriter& json, const std::vector<KinesisDestination>& destinations) {
    if (destinations.empty()) return;
    const auto write_precision = [&](std::string_view name, const auto& precision) {
        if (precision) json.string_member(name, values::text_of(*precision));
    };
    json.objects_member(
        "KinesisDestinations",
        destinations,
        [&](const KinesisDestination& destination) {
            json.string_member("StreamArn", destination.stream_arn);
            json.string_member("Status", values::text_of(destination.status));
            definition::write_text(json, "StatusDescription", destination.status_description);
            write_precision("Precision", destination.precision);
            write_precision("NextPrecision", destination.next_precision);
        }
    );
}

std::vector<KinesisDestination> read_kinesis(JsonView json) {
    std::vector<KinesisDestination> destinations;
    definition::for_each_object(json, "KinesisDestinations", [&](JsonView element) {
        const auto read_precision = [&](std::string_view name) {
            return values::term_from<values::TimePrecision>(definition::read_text(element, name));
        };
        destinations.push_back(
            {definition::read_text(element, "StreamArn"),
             values::term_from<values::DestinationStatus>(definition::read_text(element, "Status"))
                 .value_or(values::DestinationStatus::Disabled),
             definition::read_text(element, "StatusDescription"),
             read_precision("Precision"),
             read_precision("NextPrecision")}
        );
    });
    return destinations;
}

std::optional<RestoreSummary> read_restore(JsonView json) {
    const auto restore = definition::read_object(json, "Restore");
    if (!restore) return std::nullopt;
    return RestoreSummary{
        definition::read_text(*restore, "SourceBackupArn"),
        definition::read_text(*restore, "SourceTableArn"),
        definition::read_time(*restore, "RestoreMs").value_or(Instant())};
}

}  // namespace

std::string encode_table_definition(const TableDescription& table) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", table.name);
        definition::write_text(json, "TableId", table.table_id);
        definition::write_text(json, "TableArn", table.table_arn);
        json.string_member("TableStatus", values::text_of(table.status));
        definition::write_time(json, "CreationMs", table.creation_time);
        write_definitions(json, table);
        definition::write_key_schema(json, table.key_schema);
        write_indexes(json, table);
        write_settings(json, table);
        write_tags(json, table);
        write_policies(json, table.policies);
        write_insights(json, table.insights);
        write_kinesis(json, table.kinesis_destinations);
        write_pending(json, table.pending);
        write_restore(json, table.restore);
    });
}

std::optional<TableDescription> decode_table_definition(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const JsonView json = document->root();
    TableDescription table;
    table.name = definition::read_text(json, "TableName");
    if (table.name.empty()) return std::nullopt;
    table.table_id = definition::read_text(json, "TableId");
    table.table_arn = definition::read_text(json, "TableArn");
    table.status =
        values::term_from<values::TableStatus>(definition::read_text(json, "TableStatus"))
            .value_or(table.status);
    table.creation_time = definition::read_time(json, "CreationMs").value_or(Instant());
    read_schema(json, table);
    read_settings(json, table);
    table.policies = read_policies(json);
    table.insights = read_insights(json);
    table.kinesis_destinations = read_kinesis(json);
    table.restore = read_restore(json);
    return table;
}

}  // namespace stator::protocol::model
