// CreateTable: every refusal that needs no table, in DynamoDB's order.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/create_table_requests.hpp"

namespace stator::protocol {
namespace {

using namespace table_requests;

class CreateTableSettings : public testing::TestWithParam<ErrorCase> {};

TEST_P(CreateTableSettings, Refuses) {
    const auto document = parse(GetParam().request);
    EXPECT_EQ(message_of(decode_create_table(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Indexes,
    CreateTableSettings,
    testing::Values(
        ErrorCase{
            "local index of a table without range",
            table("px", "pH", local_indexes(index("idx", "pH xR"))),
            kInvalid + "Table KeySchema does not have a range key, which is required when "
                       "specifying a LocalSecondaryIndex"},
        ErrorCase{
            "undefined local key",
            table("ps", "pH sR", local_indexes(index("idx", "pH xR"))),
            kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
                       "[p, x], AttributeDefinitions: [p, s]"},
        ErrorCase{
            "local key twice",
            table("ps", "pH sR", local_indexes(index("idx", "pH pR"))),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
        ErrorCase{
            "local index without range",
            table("ps", "pH sR", local_indexes(index("idx", "pH"))),
            kInvalid + "Index KeySchema does not have a range key for index: idx"},
        ErrorCase{
            "local index with other hash",
            table("ps", "pH sR", local_indexes(index("idx", "sH pR"))),
            kInvalid + "Index KeySchema does not have the same leading hash key as table KeySchema "
                       "for index: idx. index hash key: s, table hash key: p"},
        ErrorCase{
            "local index with the table's range key is fine",
            table("ps", "pH sR", local_indexes(index("tbl", "pH sR"))),
            ""},
        ErrorCase{
            "six local indexes",
            table(
                "ps",
                "pH sR",
                local_indexes(
                    index("id1", "pH sR") + "," + index("id2", "pH sR") + "," +
                    index("id3", "pH sR") + "," + index("id4", "pH sR") + "," +
                    index("id5", "pH sR") + "," + index("id6", "pH sR")
                )
            ),
            kInvalid + "Number of LocalSecondaryIndexes exceeds per-table limit of 5"},
        ErrorCase{
            "undefined global key",
            on_demand(global_indexes(index("idx", "xH"))),
            kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
                       "[x], AttributeDefinitions: [p]"},
        ErrorCase{
            "global index starts with range",
            on_demand(global_indexes(index("idx", "pR"))),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
        ErrorCase{
            "repeated global key",
            on_demand(global_indexes(index("idx", "pH pR"))),
            "The KeySchema contains multiple key attributes with the same name"},
        ErrorCase{
            "hash after range",
            table("pab", "pH", global_indexes(index("idx", "pH aR bH"))),
            kInvalid +
                "All HASH key attributes must precede RANGE key attributes in the KeySchema"},
        ErrorCase{
            "five hash attributes",
            table("pabcd", "pH", global_indexes(index("idx", "pH aH bH cH dH"))),
            kInvalid + "The KeySchema exceeds the maximum allowed number of HASH key attributes"},
        ErrorCase{
            "five range attributes",
            table("pabcde", "pH", global_indexes(index("idx", "pH aR bR cR dR eR"))),
            kInvalid + "The KeySchema exceeds the maximum allowed number of RANGE key attributes"},
        ErrorCase{
            "four and four are fine",
            table("pabcdefg", "pH", global_indexes(index("idx", "pH aH bH cH dR eR fR gR"))),
            ""},
        ErrorCase{
            "duplicate index name",
            on_demand(global_indexes(many_indexes(2) + "," + many_indexes(1))),
            kInvalid + "Duplicate index name: index0"},
        ErrorCase{
            "duplicate name across kinds",
            table(
                "ps",
                "pH sR",
                local_indexes(index("idx", "pH sR")) + global_indexes(index("idx", "sH"))
            ),
            kInvalid + "Duplicate index name: idx"},
        ErrorCase{"twenty indexes are fine", on_demand(global_indexes(many_indexes(20))), ""},
        ErrorCase{
            "21 indexes",
            on_demand(global_indexes(many_indexes(21))),
            kInvalid + "GlobalSecondaryIndex count exceeds the per-table limit of 20"},
        ErrorCase{
            "101 projected attributes",
            on_demand(global_indexes(kWideIndexes)),
            kInvalid + "Number of NonKeyAttributes over all indexes exceeds the per-table limit of "
                       "100"}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Projections,
    CreateTableSettings,
    testing::Values(
        ErrorCase{
            "no type",
            on_demand(global_indexes(index("idx", "pH", "{}"))),
            kInvalid + "Unknown ProjectionType: null"},
        ErrorCase{
            "include without list",
            on_demand(global_indexes(index("idx", "pH", R"({"ProjectionType":"INCLUDE"})"))),
            kInvalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"},
        ErrorCase{
            "all with list",
            on_demand(global_indexes(
                index("idx", "pH", R"({"ProjectionType":"ALL","NonKeyAttributes":["a"]})")
            )),
            kInvalid + "ProjectionType is ALL, but NonKeyAttributes is specified"},
        ErrorCase{
            "keys only with list",
            on_demand(global_indexes(
                index("idx", "pH", R"({"ProjectionType":"KEYS_ONLY","NonKeyAttributes":["a"]})")
            )),
            kInvalid + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"},
        ErrorCase{
            "repeated attribute",
            on_demand(global_indexes(index(
                "idx", "pH", R"({"ProjectionType":"INCLUDE","NonKeyAttributes":["b","a","b"]})"
            ))),
            kInvalid + "Duplicate element in NonKeyAttributes: b"},
        ErrorCase{
            "key attribute is fine",
            on_demand(global_indexes(
                index("idx", "pH", R"({"ProjectionType":"INCLUDE","NonKeyAttributes":["p"]})")
            )),
            ""}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Settings,
    CreateTableSettings,
    testing::Values(
        ErrorCase{
            "stream without type",
            on_demand(R"(,"StreamSpecification":{"StreamEnabled":true})"),
            kInvalid + "Table is being created with a stream enabled, UpdateViewType is required"},
        ErrorCase{
            "disabled stream with type",
            on_demand(
                R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})"
            ),
            kInvalid + "Table is being created with a stream disabled, UpdateViewType should not "
                       "be specified"},
        ErrorCase{
            "disabled stream", on_demand(R"(,"StreamSpecification":{"StreamEnabled":false})"), ""},
        ErrorCase{
            "table class",
            on_demand(R"(,"TableClass":"COLD")"),
            "Invalid table-class parameter provided. Please try again with a valid table-class "
            "value: [STANDARD, STANDARD_INFREQUENT_ACCESS]."},
        ErrorCase{
            "type without encryption",
            on_demand(R"(,"SSESpecification":{"Enabled":false,"SSEType":"KMS"})"),
            kInvalid + "SSEType can not be specified if Enabled is false"},
        ErrorCase{
            "key without encryption",
            on_demand(R"(,"SSESpecification":{"Enabled":false,"KMSMasterKeyId":"k"})"),
            kInvalid + "KMSMasterKeyId can not be specified if Enabled is false"},
        ErrorCase{
            "key without type",
            on_demand(R"(,"SSESpecification":{"Enabled":true,"KMSMasterKeyId":"k"})"),
            kInvalid + "SSEType KMS is required if KMSMasterKeyId is specified"},
        ErrorCase{
            "aes",
            on_demand(R"(,"SSESpecification":{"Enabled":true,"SSEType":"AES256"})"),
            kInvalid + "SSEType AES256 is not supported"},
        ErrorCase{
            "reserved tag",
            on_demand(R"(,"Tags":[{"Key":"AWS:x","Value":""}])"),
            "Tag Key cannot be prefixed with aws:, Key: AWS:x"},
        ErrorCase{"no tags", on_demand(R"(,"Tags":[])"), ""}
    )
);

}  // namespace
}  // namespace stator::protocol
