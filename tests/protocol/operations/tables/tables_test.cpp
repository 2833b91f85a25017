// DescribeTable, DeleteTable, ListTables.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/table_requests.hpp"

namespace stator::protocol::operations::tables {
namespace {

using namespace table_requests;

class TableName : public ::testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(TableName, IsChecked) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_describe_table(document.root())), GetParam().error);
    EXPECT_EQ(table_requests::message_of(decode_delete_table(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    TableName,
    ::testing::Values(
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

TEST(ListTables, ShowsTheLastTableNameOnlyIfMoreFollow) {
    EXPECT_EQ(encode_list_tables({{"a", "b"}, {}}), R"({"TableNames":["a","b"]})");
    EXPECT_EQ(
        encode_list_tables({{"a"}, "a"}), R"({"TableNames":["a"],"LastEvaluatedTableName":"a"})"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::tables
