// CreateTable: all errors that require no table, in DynamoDB's order.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/create_table_requests.hpp"

namespace stator::protocol::operations::tables {
namespace {

using namespace table_requests;

class CreateTableSettings : public ::testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(CreateTableSettings, Refuses) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_create_table(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Indexes,
    CreateTableSettings,
    ::testing::Values(
        table_requests::ErrorCase{
            "local index of a table without range",
            table_requests::table(
                "px", "pH", table_requests::local_indexes(table_requests::index("idx", "pH xR"))
            ),
            table_requests::kInvalid +
                "Table KeySchema does not have a range key, which is required when "
                "specifying a LocalSecondaryIndex"},
        table_requests::ErrorCase{
            "undefined local key",
            table_requests::table(
                "ps", "pH sR", table_requests::local_indexes(table_requests::index("idx", "pH xR"))
            ),
            table_requests::kInvalid +
                "Some index key attributes are not defined in AttributeDefinitions. Keys: "
                "[p, x], AttributeDefinitions: [p, s]"},
        table_requests::ErrorCase{
            "local key twice",
            table_requests::table(
                "ps", "pH sR", table_requests::local_indexes(table_requests::index("idx", "pH pR"))
            ),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
        table_requests::ErrorCase{
            "local index without range",
            table_requests::table(
                "ps", "pH sR", table_requests::local_indexes(table_requests::index("idx", "pH"))
            ),
            table_requests::kInvalid + "Index KeySchema does not have a range key for index: idx"},
        table_requests::ErrorCase{
            "local index with other hash",
            table_requests::table(
                "ps", "pH sR", table_requests::local_indexes(table_requests::index("idx", "sH pR"))
            ),
            table_requests::kInvalid +
                "Index KeySchema does not have the same leading hash key as table KeySchema "
                "for index: idx. index hash key: s, table hash key: p"},
        table_requests::ErrorCase{
            "local index with the table's range key is fine",
            table_requests::table(
                "ps", "pH sR", table_requests::local_indexes(table_requests::index("tbl", "pH sR"))
            ),
            ""},
        table_requests::ErrorCase{
            "six local indexes",
            table_requests::table(
                "ps",
                "pH sR",
                table_requests::local_indexes(
                    table_requests::index("id1", "pH sR") + "," +
                    table_requests::index("id2", "pH sR") + "," +
                    table_requests::index("id3", "pH sR") + "," +
                    table_requests::index("id4", "pH sR") + "," +
                    table_requests::index("id5", "pH sR") + "," +
                    table_requests::index("id6", "pH sR")
                )
            ),
            table_requests::kInvalid +
                "Number of LocalSecondaryIndexes exceeds per-table limit of 5"},
        table_requests::ErrorCase{
            "undefined global key",
            table_requests::on_demand(
                table_requests::global_indexes(table_requests::index("idx", "xH"))
            ),
            table_requests::kInvalid +
                "Some index key attributes are not defined in AttributeDefinitions. Keys: "
                "[x], AttributeDefinitions: [p]"},
        table_requests::ErrorCase{
            "global index starts with range",
            table_requests::on_demand(
                table_requests::global_indexes(table_requests::index("idx", "pR"))
            ),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
        table_requests::ErrorCase{
            "repeated global key",
            table_requests::on_demand(
                table_requests::global_indexes(table_requests::index("idx", "pH pR"))
            ),
            "The KeySchema contains multiple key attributes with the same name"},
        table_requests::ErrorCase{
            "hash after range",
            table_requests::table(
                "pab",
                "pH",
                table_requests::global_indexes(table_requests::index("idx", "pH aR bH"))
            ),
            table_requests::kInvalid +
                "All HASH key attributes must precede RANGE key attributes in the KeySchema"},
        table_requests::ErrorCase{
            "five hash attributes",
            table_requests::table(
                "pabcd",
                "pH",
                table_requests::global_indexes(table_requests::index("idx", "pH aH bH cH dH"))
            ),
            table_requests::kInvalid +
                "The KeySchema exceeds the maximum allowed number of HASH key attributes"},
        table_requests::ErrorCase{
            "five range attributes",
            table_requests::table(
                "pabcde",
                "pH",
                table_requests::global_indexes(table_requests::index("idx", "pH aR bR cR dR eR"))
            ),
            table_requests::kInvalid +
                "The KeySchema exceeds the maximum allowed number of RANGE key attributes"},
        table_requests::ErrorCase{
            "four and four are fine",
            table_requests::table(
                "pabcdefg",
                "pH",
                table_requests::global_indexes(
                    table_requests::index("idx", "pH aH bH cH dR eR fR gR")
                )
            ),
            ""},
        table_requests::ErrorCase{
            "duplicate index name",
            table_requests::on_demand(table_requests::global_indexes(
                table_requests::many_indexes(2) + "," + table_requests::many_indexes(1)
            )),
            table_requests::kInvalid + "Duplicate index name: index0"},
        table_requests::ErrorCase{
            "duplicate name across kinds",
            table_requests::table(
                "ps",
                "pH sR",
                table_requests::local_indexes(table_requests::index("idx", "pH sR")) +
                    table_requests::global_indexes(table_requests::index("idx", "sH"))
            ),
            table_requests::kInvalid + "Duplicate index name: idx"},
        table_requests::ErrorCase{
            "twenty indexes are fine",
            table_requests::on_demand(table_requests::global_indexes(table_requests::many_indexes(20
            ))),
            ""},
        table_requests::ErrorCase{
            "21 indexes",
            table_requests::on_demand(table_requests::global_indexes(table_requests::many_indexes(21
            ))),
            table_requests::kInvalid +
                "GlobalSecondaryIndex count exceeds the per-table limit of 20"},
        table_requests::ErrorCase{
            "101 projected attributes",
            table_requests::on_demand(table_requests::global_indexes(table_requests::kWideIndexes)),
            table_requests::kInvalid +
                "Number of NonKeyAttributes over all indexes exceeds the per-table limit of "
                "100"}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Projections,
    CreateTableSettings,
    ::testing::Values(
        table_requests::ErrorCase{
            "no type",
            table_requests::on_demand(
                table_requests::global_indexes(table_requests::index("idx", "pH", "{}"))
            ),
            table_requests::kInvalid + "Unknown ProjectionType: null"},
        table_requests::ErrorCase{
            "include without list",
            table_requests::on_demand(table_requests::global_indexes(
                table_requests::index("idx", "pH", R"({"ProjectionType":"INCLUDE"})")
            )),
            table_requests::kInvalid +
                "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"},
        table_requests::ErrorCase{
            "all with list",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx", "pH", R"({"ProjectionType":"ALL","NonKeyAttributes":["a"]})"
            ))),
            table_requests::kInvalid + "ProjectionType is ALL, but NonKeyAttributes is specified"},
        table_requests::ErrorCase{
            "keys only with list",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx", "pH", R"({"ProjectionType":"KEYS_ONLY","NonKeyAttributes":["a"]})"
            ))),
            table_requests::kInvalid +
                "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"},
        table_requests::ErrorCase{
            "repeated attribute",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx", "pH", R"({"ProjectionType":"INCLUDE","NonKeyAttributes":["b","a","b"]})"
            ))),
            table_requests::kInvalid + "Duplicate element in NonKeyAttributes: b"},
        table_requests::ErrorCase{
            "key attribute is fine",
            table_requests::on_demand(table_requests::global_indexes(table_requests::index(
                "idx", "pH", R"({"ProjectionType":"INCLUDE","NonKeyAttributes":["p"]})"
            ))),
            ""}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Settings,
    CreateTableSettings,
    ::testing::Values(
        table_requests::ErrorCase{
            "stream without type",
            table_requests::on_demand(R"(,"StreamSpecification":{"StreamEnabled":true})"),
            table_requests::kInvalid +
                "Table is being created with a stream enabled, UpdateViewType is required"},
        table_requests::ErrorCase{
            "disabled stream with type",
            table_requests::on_demand(
                R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})"
            ),
            table_requests::kInvalid +
                "Table is being created with a stream disabled, UpdateViewType should not "
                "be specified"},
        table_requests::ErrorCase{
            "disabled stream",
            table_requests::on_demand(R"(,"StreamSpecification":{"StreamEnabled":false})"),
            ""},
        table_requests::ErrorCase{
            "table class",
            table_requests::on_demand(R"(,"TableClass":"COLD")"),
            "Invalid table-class parameter provided. Please try again with a valid table-class "
            "value: [STANDARD, STANDARD_INFREQUENT_ACCESS]."},
        table_requests::ErrorCase{
            "type without encryption",
            table_requests::on_demand(R"(,"SSESpecification":{"Enabled":false,"SSEType":"KMS"})"),
            table_requests::kInvalid + "SSEType can not be specified if Enabled is false"},
        table_requests::ErrorCase{
            "key without encryption",
            table_requests::on_demand(
                R"(,"SSESpecification":{"Enabled":false,"KMSMasterKeyId":"k"})"
            ),
            table_requests::kInvalid + "KMSMasterKeyId can not be specified if Enabled is false"},
        table_requests::ErrorCase{
            "key without type",
            table_requests::on_demand(R"(,"SSESpecification":{"Enabled":true,"KMSMasterKeyId":"k"})"
            ),
            table_requests::kInvalid + "SSEType KMS is required if KMSMasterKeyId is specified"},
        table_requests::ErrorCase{
            "aes",
            table_requests::on_demand(R"(,"SSESpecification":{"Enabled":true,"SSEType":"AES256"})"),
            table_requests::kInvalid + "SSEType AES256 is not supported"},
        table_requests::ErrorCase{
            "reserved tag",
            table_requests::on_demand(R"(,"Tags":[{"Key":"AWS:x","Value":""}])"),
            "Tag Key cannot be prefixed with aws:, Key: AWS:x"},
        table_requests::ErrorCase{"no tags", table_requests::on_demand(R"(,"Tags":[])"), ""}
    )
);

}  // namespace
}  // namespace stator::protocol::operations::tables
