// The members of replies about tables.
#include <gtest/gtest.h>

#include <string>

#include "protocol/operations/tables/tables.hpp"

namespace stator::protocol::operations::tables {
namespace {

DescribedTable example() {
    DescribedTable example;
    model::TableDescription& table = example.description;
    table.name = "tbl";
    table.table_id = "id";
    table.table_arn = "arn:t";
    table.status = values::TableStatus::Active;
    table.creation_time = Instant(1'500);
    table.attribute_definitions = {
        {"p", values::AttributeType::String}, {"x", values::AttributeType::Number}};
    table.key_schema = {{"p", values::KeyType::Hash}};
    table.global_indexes = {
        {"idx", {{"x", values::KeyType::Hash}}, {values::ProjectionType::Include, {"a"}}}};
    table.global_indexes[0].warm_throughput = {12'000, 4'000, {}};
    table.billing_mode = values::BillingMode::PayPerRequest;
    table.last_update_to_pay_per_request = Instant(1'500);
    table.warm_throughput = {12'000, 4'000, {}};
    example.statistics.table = {2, 20};
    example.statistics.indexes["idx"] = {1, 10};
    return example;
}

TEST(TableReply, DescribeShowsEverything) {
    EXPECT_EQ(
        encode_describe_table(example()),
        R"({"Table":{"TableName":"tbl","TableStatus":"ACTIVE","TableId":"id","TableArn":"arn:t",)"
        R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,)"
        R"("WriteCapacityUnits":0},"BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST",)"
        R"("LastUpdateToPayPerRequestDateTime":1.5},"TableSizeBytes":20,"ItemCount":2,)"
        R"("DeletionProtectionEnabled":false,"AttributeDefinitions":[{"AttributeName":"p",)"
        R"("AttributeType":"S"},{"AttributeName":"x","AttributeType":"N"}],"KeySchema":)"
        R"([{"AttributeName":"p","KeyType":"HASH"}],"CreationDateTime":1.5,)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"idx","KeySchema":[{"AttributeName":"x",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a"]},)"
        R"("IndexStatus":"CREATING","Backfilling":false,"ProvisionedThroughput":)"
        R"({"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0},)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":)"
        R"("ACTIVE"},"IndexSizeBytes":10,"ItemCount":1,"IndexArn":"arn:t/index/idx"}],)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":)"
        R"("ACTIVE"}}})"
    );
}

TEST(TableReply, CreateHidesWarmThroughputTimeAndBackfilling) {
    DescribedTable created = example();
    created.description.status = values::TableStatus::Creating;
    const std::string text = encode_create_table(created);
    EXPECT_TRUE(text.starts_with(R"({"TableDescription":)"));
    EXPECT_EQ(text.find("WarmThroughput"), std::string::npos);
    EXPECT_EQ(text.find("LastUpdateToPayPerRequestDateTime"), std::string::npos);
    EXPECT_EQ(text.find("Backfilling"), std::string::npos);
    EXPECT_EQ(text.find("StreamSpecification"), std::string::npos);
}

TEST(TableReply, DeleteShowsLittle) {
    EXPECT_EQ(
        encode_delete_table(example()),
        R"({"TableDescription":{"TableName":"tbl","TableStatus":"ACTIVE","TableId":"id",)"
        R"("TableArn":"arn:t","ProvisionedThroughput":{"NumberOfDecreasesToday":0,)"
        R"("ReadCapacityUnits":0,"WriteCapacityUnits":0},"BillingModeSummary":{"BillingMode":)"
        R"("PAY_PER_REQUEST","LastUpdateToPayPerRequestDateTime":1.5},"TableSizeBytes":20,)"
        R"("ItemCount":2,"DeletionProtectionEnabled":)"
        R"(false}})"
    );
}

TEST(TableReply, LabelOutlivesTheStream) {
    DescribedTable table = example();
    table.description.latest_stream_label = "label";
    table.description.latest_stream_arn = "arn:s";
    const std::string off = encode_describe_table(table);
    EXPECT_NE(
        off.find(R"("LatestStreamLabel":"label","LatestStreamArn":"arn:s")"), std::string::npos
    );
    EXPECT_EQ(off.find("StreamSpecification"), std::string::npos);
    table.description.stream = {true, values::StreamViewType::KeysOnly};
    EXPECT_NE(
        encode_describe_table(table).find(
            R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"})"
        ),
        std::string::npos
    );
}

bool shows(const std::string& reply, const std::string& text) {
    return reply.find(text) != std::string::npos;
}

TEST(TableReply, HidesTheDatesOfUnitsWhenTheTableIsDeleted) {
    DescribedTable table = example();
    table.description.throughput = {
        .read_capacity_units = 5, .last_increase = Instant(2'500), .last_decrease = Instant(3'500)};
    const std::string dates = R"("LastIncreaseDateTime":2.5,"LastDecreaseDateTime":3.5)";
    EXPECT_TRUE(shows(encode_describe_table(table), dates));
    EXPECT_TRUE(shows(encode_update_table(table), dates));
    EXPECT_FALSE(shows(encode_delete_table(table), "creaseDateTime"));
}

TEST(TableReply, ShowsWarmThroughputThatChanges) {
    DescribedTable table = example();
    EXPECT_FALSE(shows(encode_update_table(table), "WarmThroughput"));
    table.description.warm_throughput.target = values::CapacityUnits{13'000, 5'000};
    EXPECT_TRUE(shows(
        encode_update_table(table),
        R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,)"
        R"("Status":"UPDATING"})"
    ));
}

TEST(TableReply, ShowsBillingOnceTheTableWasOnDemand) {
    DescribedTable table = example();
    table.description.billing_mode = values::BillingMode::Provisioned;
    EXPECT_TRUE(shows(
        encode_describe_table(table),
        R"("BillingModeSummary":{"BillingMode":"PROVISIONED",)"
        R"("LastUpdateToPayPerRequestDateTime":1.5})"
    ));
    EXPECT_TRUE(
        shows(encode_update_table(table), R"("BillingModeSummary":{"BillingMode":"PROVISIONED"})")
    );
    table.description.last_update_to_pay_per_request.reset();
    EXPECT_FALSE(shows(encode_describe_table(table), "BillingModeSummary"));
}

TEST(TableReply, ShowsEncryptionAndClassOnlyIfSet) {
    DescribedTable table = example();
    EXPECT_FALSE(shows(encode_describe_table(table), "SSEDescription"));
    EXPECT_FALSE(shows(encode_describe_table(table), "TableClassSummary"));
    table.description.kms_master_key_arn = "arn:k";
    table.description.table_class = values::TableClass::StandardInfrequentAccess;
    EXPECT_TRUE(shows(
        encode_describe_table(table),
        R"("TableClassSummary":{"TableClass":"STANDARD_INFREQUENT_ACCESS"},)"
        R"("SSEDescription":{"Status":"ENABLED","SSEType":"KMS","KMSMasterKeyArn":"arn:k"})"
    ));
    table.description.pending.encryption = true;
    EXPECT_TRUE(shows(encode_describe_table(table), R"("SSEDescription":{"Status":"UPDATING")"));
}

TEST(TableReply, ShowsARestoreUntilItIsComplete) {
    DescribedTable table = example();
    EXPECT_FALSE(shows(encode_describe_table(table), "RestoreSummary"));
    table.description.status = values::TableStatus::Creating;
    table.description.restore = model::RestoreSummary{"arn:b", "arn:u", Instant(2'500)};
    const std::string summary =
        R"("RestoreSummary":{"SourceBackupArn":"arn:b","SourceTableArn":"arn:u",)"
        R"("RestoreDateTime":2.5,"RestoreInProgress":true})";
    EXPECT_TRUE(shows(encode_describe_table(table), summary));
    const std::string restored = encode_restored_table(table);
    EXPECT_TRUE(restored.starts_with(R"({"TableDescription":)"));
    EXPECT_TRUE(shows(restored, summary));
    table.description.restore->source_backup_arn.clear();
    EXPECT_TRUE(shows(
        encode_restored_table(table),
        R"("RestoreSummary":{"SourceTableArn":"arn:u","RestoreDateTime":2.5,)"
        R"("RestoreInProgress":true})"
    ));
}

TEST(TableReply, HidesTheStatusOfIndexesThatAreRestored) {
    DescribedTable table = example();
    table.description.status = values::TableStatus::Creating;
    EXPECT_TRUE(shows(encode_describe_table(table), "IndexStatus"));
    table.description.restore = model::RestoreSummary{"arn:b", "arn:u", Instant(2'500)};
    EXPECT_FALSE(shows(encode_describe_table(table), "IndexStatus"));
    EXPECT_FALSE(shows(encode_restored_table(table), "Backfilling"));
}

}  // namespace
}  // namespace stator::protocol::operations::tables
