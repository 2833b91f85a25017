// The persisted form of a table: exact there and back, forgiving of what is absent.
#include "protocol/model/table_definition.hpp"

#include <gtest/gtest.h>

namespace stator::protocol {
namespace {

// Every member differs from its default.
TableDescription full_description() {
    TableDescription table;
    table.name = "tbl";
    table.table_id = "id";
    table.table_arn = "arn:t";
    table.status = TableStatus::Updating;
    table.creation_ms = 1'700'000'000'123;
    table.attribute_definitions = {
        {"b", AttributeType::Binary},
        {"n", AttributeType::Number},
        {"\"s\n", AttributeType::String}};
    table.key_schema = {{"\"s\n", KeyType::Hash}, {"n", KeyType::Range}};
    table.local_indexes = {
        {"lsi", {{"\"s\n", KeyType::Hash}, {"b", KeyType::Range}}, {ProjectionType::KeysOnly}}};
    GlobalSecondaryIndex index{
        "gsi", {{"b", KeyType::Hash}, {"n", KeyType::Hash}}, {ProjectionType::Include, {"x", "y"}}};
    index.status = IndexStatus::Creating;
    index.backfilling = true;
    index.throughput = {1, 2, 3, 4, 5, CapacityUnits{6, 7}};
    index.on_demand_throughput = {8, {}};
    index.warm_throughput = {9, 10, CapacityUnits{11, 12}};
    table.global_indexes = {index};
    table.billing_mode = BillingMode::PayPerRequest;
    table.last_update_to_pay_per_request_ms = 13;
    table.throughput = {14, 15, 16, 17, 18, CapacityUnits{19, 20}};
    table.on_demand_throughput = {{}, 21};
    table.warm_throughput = {22, 23, CapacityUnits{24, 25}};
    table.stream = {true, StreamViewType::OldImage};
    table.latest_stream_label = "label";
    table.latest_stream_arn = "arn:s";
    table.table_class = TableClass::Standard;
    table.table_class_update_ms = 26;
    table.kms_master_key_arn = "arn:k";
    table.deletion_protection = true;
    table.tags = {{"a", ""}, {"ключ", "значение"}};
    table.pending = {true, true, true, TableClass::StandardInfrequentAccess};
    return table;
}

TEST(TableDefinition, ComesBackAsItWas) {
    const TableDescription table = full_description();
    const auto decoded = decode_table_definition(encode_table_definition(table));
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == table) << encode_table_definition(*decoded);
}

TEST(TableDefinition, ComesBackPlain) {
    TableDescription table;
    table.name = "tbl";
    const auto decoded = decode_table_definition(encode_table_definition(table));
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == table) << encode_table_definition(*decoded);
}

TEST(TableDefinition, TakesDefaultsForWhatIsAbsent) {
    TableDescription expected;
    expected.name = "tbl";
    const auto decoded = decode_table_definition(R"({"TableName":"tbl","Unknown":[1,{}]})");
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == expected);
}

TEST(TableDefinition, IgnoresWrongTypes) {
    const auto decoded = decode_table_definition(
        R"({"TableName":"tbl","CreationMs":"x","KeySchema":{},"Tags":[],"Pending":1,)"
        R"("GlobalSecondaryIndexes":[1],"KMSMasterKeyArn":2})"
    );
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->creation_ms, 0);
}

TEST(TableDefinition, RefusesWhatIsNoTable) {
    for (const std::string text : {"", "[]", "{}", "{\"TableName\":1}", "{\"TableName\":\"tbl\""}) {
        EXPECT_FALSE(decode_table_definition(text)) << text;
    }
}

}  // namespace
}  // namespace stator::protocol
