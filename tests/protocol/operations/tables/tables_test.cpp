// DescribeTable, DeleteTable, ListTables, and what the replies about tables show.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "protocol/operations/settings/account.hpp"
#include "tests/support/table_requests.hpp"

namespace stator::protocol::operations::tables {
namespace {

using namespace table_requests;

class TableName : public testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(TableName, IsChecked) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_describe_table(document.root())), GetParam().error);
    EXPECT_EQ(table_requests::message_of(decode_delete_table(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    TableName,
    testing::Values(
        table_requests::ErrorCase{
            "absent",
            R"({"TableName":null})",
            "The parameter 'TableName' is required but was not present in the request"},
        table_requests::ErrorCase{
            "short",
            R"({"TableName":"ab"})",
            "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 3"},
        table_requests::ErrorCase{
            "empty",
            R"({"TableName":""})",
            "2 validation errors detected: Value '' at 'tableName' failed to satisfy constraint: "
            "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value '' at "
            "'tableName' failed to satisfy constraint: Member must have length greater than or "
            "equal to 3"},
        table_requests::ErrorCase{
            "arn", R"({"TableName":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl"})", ""}
    )
);

TEST(ListTables, ChecksLimitAndStart) {
    EXPECT_EQ(
        table_requests::message_of(
            decode_list_tables(table_requests::parse(R"({"Limit":101})").root())
        ),
        "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member "
        "must have value less than or equal to 100"
    );
    EXPECT_EQ(
        table_requests::message_of(decode_list_tables(
            table_requests::parse(R"({"ExclusiveStartTableName":"a;","Limit":0})").root()
        )),
        "3 validation errors detected: Value 'a;' at 'exclusiveStartTableName' failed to satisfy "
        "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'a;' "
        "at 'exclusiveStartTableName' failed to satisfy constraint: Member must have length "
        "greater than or equal to 3; Value '0' at 'limit' failed to satisfy constraint: Member "
        "must have value greater than or equal to 1"
    );
    EXPECT_EQ(decode_list_tables(table_requests::parse("{}").root())->limit, 100);
}

TEST(ListTables, ShowsWhereToGoOnOnlyWhenThereIsMore) {
    EXPECT_EQ(encode_list_tables({{"a", "b"}, {}}), R"({"TableNames":["a","b"]})");
    EXPECT_EQ(
        encode_list_tables({{"a"}, "a"}), R"({"TableNames":["a"],"LastEvaluatedTableName":"a"})"
    );
}

DescribedTable example() {
    DescribedTable example;
    model::TableDescription& table = example.description;
    table.name = "tbl";
    table.table_id = "id";
    table.table_arn = "arn:t";
    table.status = values::TableStatus::Active;
    table.creation_ms = 1'500;
    table.attribute_definitions = {
        {"p", values::AttributeType::String}, {"x", values::AttributeType::Number}};
    table.key_schema = {{"p", values::KeyType::Hash}};
    table.global_indexes = {
        {"idx", {{"x", values::KeyType::Hash}}, {values::ProjectionType::Include, {"a"}}}};
    table.global_indexes[0].warm_throughput = {12'000, 4'000, {}};
    table.billing_mode = values::BillingMode::PayPerRequest;
    table.last_update_to_pay_per_request_ms = 1'500;
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
        R"("PAY_PER_REQUEST","LastUpdateToPayPerRequestDateTime":1.5},"TableSizeBytes":20,"ItemCount":2,"DeletionProtectionEnabled":)"
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

TEST(Account, DescribesLimitsAndEndpoints) {
    EXPECT_EQ(
        settings::encode_describe_limits(),
        R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
        R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})"
    );
    EXPECT_EQ(
        settings::encode_describe_endpoints("localhost:8000"),
        R"({"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]})"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::tables
