// CreateTable: all errors that require no table, in DynamoDB's order.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/create_table_requests.hpp"

namespace stator::protocol::operations::tables {
namespace {

using namespace table_requests;

class CreateTable : public ::testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(CreateTable, Refuses) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_create_table(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Shape,
    CreateTable,
    ::testing::Values(
        table_requests::ErrorCase{
            "no table name",
            "{}",
            "The parameter 'TableName' is required but was not present in the request"},
        table_requests::ErrorCase{
            "table name of wrong type",
            R"({"TableName":1})",
            "NUMBER_VALUE cannot be converted to String"},
        table_requests::ErrorCase{
            "tags of wrong type",
            R"({"TableName":"tbl","Tags":{}})",
            "Start of structure or map found where not expected"},
        table_requests::ErrorCase{
            "index of wrong type",
            R"({"TableName":"tbl","GlobalSecondaryIndexes":[[]]})",
            "Unrecognized collection type class "
            "com.amazonaws.dynamodb.v20120810.GlobalSecondaryIndex"},
        table_requests::ErrorCase{
            "short name",
            R"({"TableName":"ab",)" + table_requests::definitions("p") + "," +
                table_requests::keys("pH") + "}",
            "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 3"},
        table_requests::ErrorCase{
            "bad character and nulls",
            R"({"TableName":"abc;"})",
            "3 validation errors detected: Value 'abc;' at 'tableName' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value "
            "null at 'attributeDefinitions' failed to satisfy constraint: Member must not be null; "
            "Value null at 'keySchema' failed to satisfy constraint: Member must not be null"},
        table_requests::ErrorCase{
            "arn is no name for a new table",
            R"({"TableName":"arn:aws:dynamodb:us-east-1:123456789012:table/tbl",)" +
                table_requests::definitions("p") + "," + table_requests::keys("pH") + "}",
            "1 validation error detected: Value "
            "'arn:aws:dynamodb:us-east-1:123456789012:table/tbl' at 'tableName' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
        table_requests::ErrorCase{
            "three keys",
            table_requests::table("psx", "pH sR xR"),
            "1 validation error detected: Value '[KeySchemaElement(attributeName=p, keyType=HASH), "
            "KeySchemaElement(attributeName=s, keyType=RANGE), KeySchemaElement(attributeName=x, "
            "keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length "
            "less than or equal to 2"},
        table_requests::ErrorCase{
            "no keys",
            table_requests::table("p", ""),
            "1 validation error detected: Value '[]' at 'keySchema' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1"},
        table_requests::ErrorCase{
            "types and modes",
            R"({"TableName":"tbl","BillingMode":"x","AttributeDefinitions":[{"AttributeName":"p",)"
            R"("AttributeType":"Q"}],"KeySchema":[{"AttributeName":"p","KeyType":"INVALID"}]})",
            "3 validation errors detected: Value 'Q' at 'attributeDefinitions.1.member."
            "attributeType' failed to satisfy constraint: Member must satisfy enum value set: [B, "
            "N, S]; Value 'INVALID' at 'keySchema.1.member.keyType' failed to satisfy constraint: "
            "Member must satisfy enum value set: [HASH, RANGE]; Value 'x' at 'billingMode' failed "
            "to satisfy constraint: Member must satisfy enum value set: [PROVISIONED, "
            "PAY_PER_REQUEST]"},
        table_requests::ErrorCase{
            "throughput members",
            table_requests::provisioned(R"(,"ProvisionedThroughput":{"ReadCapacityUnits":0})"),
            "2 validation errors detected: Value null at "
            "'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must "
            "not be null; Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy "
            "constraint: Member must have value greater than or equal to 1"},
        table_requests::ErrorCase{
            "global index before local index",
            table_requests::on_demand(
                table_requests::global_indexes("{}") + table_requests::local_indexes("{}")
            ),
            "6 validation errors detected: Value null at 'globalSecondaryIndexes.1.member."
            "keySchema' failed to satisfy constraint: Member must not be null; Value null at "
            "'globalSecondaryIndexes.1.member.projection' failed to satisfy constraint: Member "
            "must "
            "not be null; Value null at 'globalSecondaryIndexes.1.member.indexName' failed to "
            "satisfy constraint: Member must not be null; Value null at "
            "'localSecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member must "
            "not be null; Value null at 'localSecondaryIndexes.1.member.keySchema' failed to "
            "satisfy constraint: Member must not be null; Value null at "
            "'localSecondaryIndexes.1.member.projection' failed to satisfy constraint: Member must "
            "not be null"},
        table_requests::ErrorCase{
            "projection type and list",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx", "pH", R"({"ProjectionType":"none","NonKeyAttributes":[]})"
            ))),
            "2 validation errors detected: Value 'none' at 'globalSecondaryIndexes.1.member."
            "projection.projectionType' failed to satisfy constraint: Member must satisfy enum "
            "value set: [ALL, INCLUDE, KEYS_ONLY]; Value '[]' at "
            "'globalSecondaryIndexes.1.member.projection.nonKeyAttributes' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1"},
        table_requests::ErrorCase{
            "stream view type",
            table_requests::on_demand(
                R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"X"})"
            ),
            "1 validation error detected: Value 'X' at 'streamSpecification.streamViewType' failed "
            "to satisfy constraint: Member must satisfy enum value set: [NEW_IMAGE, OLD_IMAGE, "
            "NEW_AND_OLD_IMAGES, KEYS_ONLY]"},
        table_requests::ErrorCase{
            "tag without value",
            table_requests::on_demand(R"(,"Tags":[{"Key":"a"}])"),
            "1 validation error detected: Value null at 'tags.1.member.value' failed to satisfy "
            "constraint: Member must not be null"}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Throughput,
    CreateTable,
    ::testing::Values(
        table_requests::ErrorCase{
            "units on demand",
            table_requests::on_demand(
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1})"
            ),
            table_requests::kInvalid +
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                "BillingMode is PAY_PER_REQUEST"},
        table_requests::ErrorCase{
            "read units out of bounds",
            table_requests::provisioned(
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1000000000001,)"
                R"("WriteCapacityUnits":1000000000001})"
            ),
            "Given value 1000000000001 for ReadCapacityUnits is out of bounds"},
        table_requests::ErrorCase{
            "write units of an index out of bounds",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx",
                "pH",
                R"({"ProjectionType":"ALL"})",
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,)"
                R"("WriteCapacityUnits":1000000000001})"
            ))),
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds for index idx"},
        table_requests::ErrorCase{
            "no units",
            table_requests::provisioned(""),
            table_requests::kInvalid +
                "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
                "BillingMode is PROVISIONED"},
        table_requests::ErrorCase{
            "index units on demand",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx",
                "pH",
                R"({"ProjectionType":"ALL"})",
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1})"
            ))),
            table_requests::kInvalid +
                "ProvisionedThroughput should not be specified for index: idx when "
                "BillingMode is PAY_PER_REQUEST"},
        table_requests::ErrorCase{
            "no index units",
            table_requests::provisioned(
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1})" +
                table_requests::global_indexes(table_requests::index("idx", "pH"))
            ),
            table_requests::kInvalid + "ProvisionedThroughput is not specified for index: idx"},
        table_requests::ErrorCase{
            "maximum on a provisioned table",
            table_requests::provisioned(
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},)"
                R"("OnDemandThroughput":{"MaxWriteRequestUnits":-1})"
            ),
            table_requests::kInvalid +
                "MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table "
                "BillingMode is PROVISIONED."},
        table_requests::ErrorCase{
            "maximum out of range",
            table_requests::on_demand(R"(,"OnDemandThroughput":{"MaxReadRequestUnits":-1})"),
            table_requests::kInvalid +
                "Requested MaxReadRequestUnits for OnDemandThroughput for table is outside "
                "of valid range"},
        table_requests::ErrorCase{
            "maximum of an index out of range",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx",
                "pH",
                R"({"ProjectionType":"ALL"})",
                R"(,"OnDemandThroughput":{"MaxReadRequestUnits":0})"
            ))),
            table_requests::kInvalid +
                "Requested MaxReadRequestUnits for OnDemandThroughput for index : idx is "
                "outside of valid range"},
        table_requests::ErrorCase{
            "warm below on demand",
            table_requests::on_demand(R"(,"WarmThroughput":{"ReadUnitsPerSecond":11999})"),
            table_requests::kInvalid +
                "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than "
                "initial throughput for OnDemand"},
        table_requests::ErrorCase{
            "warm of an index below on demand",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx",
                "pH",
                R"({"ProjectionType":"ALL"})",
                R"(,"WarmThroughput":{"WriteUnitsPerSecond":1})"
            ))),
            table_requests::kInvalid +
                "Requested WriteUnitsPerSecond for WarmThroughput for index idx is lower "
                "than initial throughput for OnDemand"},
        table_requests::ErrorCase{
            "warm below provisioned",
            table_requests::provisioned(
                R"(,"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},)"
                R"("WarmThroughput":{"ReadUnitsPerSecond":4})"
            ),
            table_requests::kInvalid +
                "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than "
                "ReadCapacityUnits of ProvisionedThroughput"},
        table_requests::ErrorCase{
            "empty maxima are ignored",
            table_requests::on_demand(R"(,"OnDemandThroughput":{},"WarmThroughput":{})"),
            ""}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Keys,
    CreateTable,
    ::testing::Values(
        table_requests::ErrorCase{
            "definition twice",
            table_requests::table("pp", "pH"),
            "Attribute Name is duplicated: p"},
        table_requests::ErrorCase{
            "no definitions",
            table_requests::table("", "pH"),
            "Invalid KeySchema: Some index key attribute have no definition"},
        table_requests::ErrorCase{
            "undefined range key",
            table_requests::table("px", "pH sR"),
            "Invalid KeySchema: Some index key attribute have no definition"},
        table_requests::ErrorCase{
            "one name, one definition",
            table_requests::table("p", "pH pR"),
            "Invalid KeySchema: Some index key attribute have no definition"},
        table_requests::ErrorCase{
            "undefined only key",
            table_requests::table("xy", "pH"),
            table_requests::kInvalid +
                "Some index key attributes are not defined in AttributeDefinitions. Keys: "
                "[p], AttributeDefinitions: [x, y]"},
        table_requests::ErrorCase{
            "first not hash",
            table_requests::table("p", "pR"),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
        table_requests::ErrorCase{
            "second not range",
            table_requests::table("ps", "pH sH"),
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
        table_requests::ErrorCase{
            "one name, two definitions",
            table_requests::table("ps", "pH pR"),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
        table_requests::ErrorCase{
            "unused definition",
            table_requests::table("px", "pH"),
            table_requests::kInvalid +
                "Number of attributes in KeySchema does not exactly match number of "
                "attributes defined in AttributeDefinitions"},
        table_requests::ErrorCase{
            "unused definition masks the projection",
            table_requests::table(
                "px", "pH", table_requests::global_indexes(table_requests::index("idx", "pH", "{}"))
            ),
            table_requests::kInvalid +
                "Some AttributeDefinitions are not used. AttributeDefinitions: [p, x], keys "
                "used: [p]"},
        table_requests::ErrorCase{
            "empty local indexes",
            table_requests::on_demand(
                table_requests::local_indexes("") + table_requests::global_indexes("")
            ),
            table_requests::kInvalid + "List of LocalSecondaryIndexes is empty"},
        table_requests::ErrorCase{
            "empty global indexes",
            table_requests::on_demand(table_requests::global_indexes("")),
            table_requests::kInvalid + "List of GlobalSecondaryIndexes is empty"},
        table_requests::ErrorCase{
            "empty vector indexes",
            table_requests::on_demand(R"(,"VectorIndexes":[])"),
            table_requests::kInvalid + "List of VectorIndexes is empty"}
    )
);

TEST(CreateTableRequest, SortsDefinitionsAndKeepsKeyOrder) {
    const auto document = table_requests::parse(table_requests::table(
        "spx",
        "pH sR",
        table_requests::global_indexes(table_requests::index(
            "idx", "xH", R"({"ProjectionType":"INCLUDE","NonKeyAttributes":["z","a"]})"
        ))
    ));
    const auto request = decode_create_table(document.root());
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->attribute_definitions[0].name, "p");
    EXPECT_EQ(request->attribute_definitions[1].name, "s");
    EXPECT_EQ(request->key_schema[1].name, "s");
    const std::vector<std::string> sorted{"a", "z"};
    EXPECT_EQ(request->global_indexes[0].projection.non_key_attributes, sorted);
}

}  // namespace
}  // namespace stator::protocol::operations::tables
