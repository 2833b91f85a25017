// The persisted form of a table: a round trip is exact, and missing members get defaults.
#include "protocol/model/table_definition.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::model {
namespace {

// Every member differs from its default.
TableDescription full_description() {
    TableDescription table;
    table.name = "tbl";
    table.table_id = "id";
    table.table_arn = "arn:t";
    table.status = values::TableStatus::Updating;
    table.creation_time = Instant(1'700'000'000'123);
    table.attribute_definitions = {
        {"b", values::AttributeType::Binary},
        {"n", values::AttributeType::Number},
        {"\"s\n", values::AttributeType::String}};
    table.key_schema = {{"\"s\n", values::KeyType::Hash}, {"n", values::KeyType::Range}};
    table.local_indexes = {
        {"lsi",
         {{"\"s\n", values::KeyType::Hash}, {"b", values::KeyType::Range}},
         {values::ProjectionType::KeysOnly}}};
    GlobalSecondaryIndex index{
        "gsi",
        {{"b", values::KeyType::Hash}, {"n", values::KeyType::Hash}},
        {values::ProjectionType::Include, {"x", "y"}}};
    index.status = values::IndexStatus::Creating;
    index.backfilling = true;
    index.throughput = {1, 2, Instant(3), Instant(4), 5, values::CapacityUnits{6, 7}};
    index.on_demand_throughput = {8, {}};
    index.warm_throughput = {9, 10, values::CapacityUnits{11, 12}};
    index.partitions = 37;
    table.global_indexes = {index};
    VectorIndex vectors{"vix", "v"};
    vectors.search_schema = {
        {"b", values::SearchSchemaElementType::Hash},
        {"n", values::SearchSchemaElementType::InlineFilter}};
    vectors.projection = {values::ProjectionType::Include, {"x", "y"}};
    vectors.dimensions = 36;
    vectors.distance = values::DistanceFunction::Euclidean;
    vectors.status = values::IndexStatus::Deleting;
    vectors.backfilling = true;
    table.vector_indexes = {vectors};
    table.billing_mode = values::BillingMode::PayPerRequest;
    table.last_update_to_pay_per_request = Instant(13);
    table.throughput = {14, 15, Instant(16), Instant(17), 18, values::CapacityUnits{19, 20}};
    table.on_demand_throughput = {{}, 21};
    table.warm_throughput = {22, 23, values::CapacityUnits{24, 25}};
    table.partitions = 38;
    table.stream = {true, values::StreamViewType::OldImage};
    table.latest_stream_label = "label";
    table.latest_stream_arn = "arn:s";
    table.time_to_live_attribute = "ttl";
    table.table_class = values::TableClass::Standard;
    table.table_class_update = Instant(26);
    table.kms_master_key_arn = "arn:k";
    table.deletion_protection = true;
    table.settings_replication = false;
    table.is_importing = true;
    table.recovery = PointInTimeRecovery{Instant(27), 28};
    table.tags = {{"a", ""}, {"ключ", "значение"}};
    table.policies.of_table = ResourcePolicy{R"({"a":"b"})", "29"};
    table.policies.of_streams = {{"label", {"{}", "30"}}};
    table.policies.latest_revision = Instant(31);
    table.insights[""] = {
        InsightsStatus::Disabling, InsightsMode::ThrottledKeys, Instant(32), Instant(33)};
    table.insights["index"] = {
        InsightsStatus::Enabled, InsightsMode::AccessedAndThrottledKeys, Instant(34), Instant(35)};
    table.kinesis_destinations = {
        {"arn:k1", values::DestinationStatus::EnableFailed, "why"},
        {"arn:k2",
         values::DestinationStatus::Updating,
         "",
         values::TimePrecision::Millisecond,
         values::TimePrecision::Microsecond}};
    table.pending = {true, true, true, values::TableClass::StandardInfrequentAccess, true};
    table.restore = RestoreSummary{"arn:b", "arn:u", Instant(27)};
    return table;
}

TEST(TableDefinition, SurvivesARoundTrip) {
    const TableDescription table = full_description();
    const auto decoded = decode_table_definition(encode_table_definition(table));
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == table) << encode_table_definition(*decoded);
}

// Existing data files contain this text.
TEST(TableDefinition, KeepsItsText) {
    EXPECT_EQ(
        encode_table_definition(full_description()),
        R"({"TableName":"tbl","TableId":"id","TableArn":"arn:t","TableStatus":"UPDATING",)"
        R"("CreationMs":1700000000123,"AttributeDefinitions":[{"AttributeName":"b",)"
        R"("AttributeType":"B"},{"AttributeName":"n","AttributeType":"N"},)"
        R"({"AttributeName":"\"s\n","AttributeType":"S"}],"KeySchema":[{"AttributeName":"\"s\n",)"
        R"("KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],)"
        R"("LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"\"s\n",)"
        R"("KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"KEYS_ONLY"}}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"b",)"
        R"("KeyType":"HASH"},{"AttributeName":"n","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x","y"]},)"
        R"("IndexStatus":"CREATING","Backfilling":true,)"
        R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2,)"
        R"("LastIncreaseMs":3,"LastDecreaseMs":4,"NumberOfDecreasesToday":5,"Target":{"Read":6,)"
        R"("Write":7}},"OnDemandThroughput":{"MaxReadRequestUnits":8},)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":9,"WriteUnitsPerSecond":10,"Target":{"Read":11,)"
        R"("Write":12}},"Partitions":37}],"VectorIndexes":[{"IndexName":"vix",)"
        R"("VectorAttribute":"v","SearchSchema":[{"AttributeName":"b",)"
        R"("SearchSchemaElementType":"HASH"},{"AttributeName":"n",)"
        R"("SearchSchemaElementType":"INLINE_FILTER"}],"Projection":{"ProjectionType":"INCLUDE",)"
        R"("NonKeyAttributes":["x","y"]},"Dimensions":36,"DistanceFunction":"EUCLIDEAN",)"
        R"("IndexStatus":"DELETING","Backfilling":true}],"BillingMode":"PAY_PER_REQUEST",)"
        R"("LastUpdateToPayPerRequestMs":13,"ProvisionedThroughput":{"ReadCapacityUnits":14,)"
        R"("WriteCapacityUnits":15,"LastIncreaseMs":16,"LastDecreaseMs":17,)"
        R"("NumberOfDecreasesToday":18,"Target":{"Read":19,"Write":20}},)"
        R"("OnDemandThroughput":{"MaxWriteRequestUnits":21},)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":22,"WriteUnitsPerSecond":23,)"
        R"("Target":{"Read":24,"Write":25}},"Partitions":38,"StreamEnabled":true,)"
        R"("StreamViewType":"OLD_IMAGE","LatestStreamLabel":"label","LatestStreamArn":"arn:s",)"
        R"("TimeToLiveAttribute":"ttl","TableClass":"STANDARD","TableClassUpdateMs":26,)"
        R"("KMSMasterKeyArn":"arn:k","DeletionProtectionEnabled":true,)"
        R"("SettingsReplication":"off","Importing":true,"PointInTimeRecovery":{"SinceMs":27,)"
        R"("PeriodDays":28},"Tags":{"a":"","ключ":"значение"},)"
        R"("ResourcePolicies":{"Table":{"Document":"{\"a\":\"b\"}","RevisionId":"29"},)"
        R"("Streams":{"label":{"Document":"{}","RevisionId":"30"}},"LatestRevisionMs":31},)"
        R"("ContributorInsights":[{"Status":"DISABLING","Mode":"THROTTLED_KEYS","EnabledMs":32,)"
        R"("LastUpdateMs":33},{"IndexName":"index","Status":"ENABLED",)"
        R"("Mode":"ACCESSED_AND_THROTTLED_KEYS","EnabledMs":34,"LastUpdateMs":35}],)"
        R"("KinesisDestinations":[{"StreamArn":"arn:k1","Status":"ENABLE_FAILED",)"
        R"("StatusDescription":"why"},{"StreamArn":"arn:k2","Status":"UPDATING",)"
        R"("Precision":"MILLISECOND","NextPrecision":"MICROSECOND"}],"Pending":{"Capacity":true,)"
        R"("Stream":true,"Encryption":true,"TableClass":"STANDARD_INFREQUENT_ACCESS",)"
        R"("Replicas":true},"Restore":{"SourceBackupArn":"arn:b","SourceTableArn":"arn:u",)"
        R"("RestoreMs":27}})"
    );
}

TEST(TableDefinition, SurvivesARoundTripWithDefaults) {
    TableDescription table;
    table.name = "tbl";
    const auto decoded = decode_table_definition(encode_table_definition(table));
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == table) << encode_table_definition(*decoded);
}

TEST(TableDefinition, OmitsAbsentMembers) {
    TableDescription table;
    table.name = "tbl";
    EXPECT_EQ(
        encode_table_definition(table),
        R"({"TableName":"tbl","TableStatus":"CREATING","CreationMs":0,"AttributeDefinitions":[],)"
        R"("KeySchema":[],"LocalSecondaryIndexes":[],"GlobalSecondaryIndexes":[],)"
        R"("BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":0,)"
        R"("WriteCapacityUnits":0,"NumberOfDecreasesToday":0},"OnDemandThroughput":{},)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":0,"WriteUnitsPerSecond":0},)"
        R"("StreamViewType":"NEW_AND_OLD_IMAGES","Tags":{},"Pending":{}})"
    );
}

TEST(TableDefinition, UsesDefaultsForAbsentMembers) {
    TableDescription expected;
    expected.name = "tbl";
    const auto decoded = decode_table_definition(R"({"TableName":"tbl","Unknown":[1,{}]})");
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == expected);
}

TEST(TableDefinition, IgnoresWrongTypes) {
    const auto decoded = decode_table_definition(
        R"({"TableName":"tbl","CreationMs":"x","KeySchema":{},"Tags":[],"Pending":1,"Restore":[],)"
        R"("GlobalSecondaryIndexes":[1],"KMSMasterKeyArn":2})"
    );
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->creation_time, Instant(0));
}

TEST(TableDefinition, RefusesInvalidText) {
    for (const std::string text : {"", "[]", "{}", "{\"TableName\":1}", "{\"TableName\":\"tbl\""}) {
        EXPECT_FALSE(decode_table_definition(text)) << text;
    }
}

}  // namespace
}  // namespace stator::protocol::model
