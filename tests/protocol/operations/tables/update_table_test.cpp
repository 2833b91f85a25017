// UpdateTable: every refusal that needs no table, in DynamoDB's order.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/table_requests.hpp"

namespace stator::protocol {
namespace {

using namespace table_requests;

std::string update(const std::string& members) {
    return R"({"TableName":"tbl")" + members + "}";
}

std::string actions(const std::string& list) {
    return R"(,"GlobalSecondaryIndexUpdates":[)" + list + "]";
}

const std::string kThroughput =
    R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1})";
const std::string kStream = R"(,"StreamSpecification":{"StreamEnabled":false})";
const std::string kToOnDemand = R"(,"BillingMode":"PAY_PER_REQUEST")";
const std::string kDelete = R"({"Delete":{"IndexName":"idx"}})";
const std::string kCreate = R"({"Create":)" + index("idx", "xH") + "}";
const std::string kWarm = R"(,"WarmThroughput":{"ReadUnitsPerSecond":20000})";
const std::string kMaxima = R"(,"OnDemandThroughput":{"MaxReadRequestUnits":5})";
const std::string kNothing =
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
    "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
    "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
    "OnDemandThroughput, WarmThroughput or TableClass is required";

class UpdateTable : public testing::TestWithParam<ErrorCase> {};

TEST_P(UpdateTable, Refuses) {
    const auto document = parse(GetParam().request);
    EXPECT_EQ(message_of(decode_update_table(document.root())), GetParam().error);
}

TEST(UpdateTableRequest, LeavesAnEmptyThroughputAloneToTheEngine) {
    for (const std::string member : {"OnDemandThroughput", "WarmThroughput"}) {
        const auto document = parse(update(",\"" + member + "\":{}"));
        const auto request = decode_update_table(document.root());
        ASSERT_TRUE(request) << member;
        EXPECT_TRUE(request->only_empty_throughput) << member;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shape,
    UpdateTable,
    testing::Values(
        ErrorCase{
            "no table name",
            "{}",
            "The parameter 'TableName' is required but was not present in the request"},
        ErrorCase{"nothing", update(""), kNothing},
        ErrorCase{"only definitions", update("," + definitions("p")), kNothing},
        ErrorCase{"no actions", update(actions("")), kNothing},
        ErrorCase{
            "no actions next to another change",
            update(kToOnDemand + actions("")),
            kInvalid + "List of GlobalSecondaryIndexUpdates is empty"},
        ErrorCase{
            "action without name",
            update(actions(R"({"Update":{}})")),
            "1 validation error detected: Value null at "
            "'globalSecondaryIndexUpdates.1.member.update.indexName' failed to satisfy constraint: "
            "Member must not be null"},
        ErrorCase{
            "no action",
            update(actions("{}")),
            kInvalid + "One of GlobalSecondaryIndexUpdate.Update, "
                       "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must "
                       "not be null"},
        ErrorCase{
            "two actions",
            update(actions(R"({"Delete":{"IndexName":"idx"},"Update":{"IndexName":"idx"}})")),
            kInvalid + "Only one global secondary index action is allowed per "
                       "GlobalSecondaryIndexUpdate object"},
        ErrorCase{
            "one index twice",
            update(actions(kDelete + "," + kDelete)),
            kInvalid + "Only one global secondary index update per index is allowed "
                       "simultaneously. Index: idx"},
        ErrorCase{
            "empty warm throughput of an index",
            update(actions(R"({"Update":{"IndexName":"idx","WarmThroughput":{}}})")),
            kInvalid + "WarmThroughput must have at least one of ReadUnitsPerSecond or "
                       "WriteUnitsPerSecond specified for index: idx"},
        ErrorCase{
            "replicas",
            update(R"(,"ReplicaUpdates":[{}])"),
            "ReplicaUpdates is not supported by this version of Stator"},
        ErrorCase{
            "vector indexes",
            update(R"(,"VectorIndexUpdates":[{}])"),
            "VectorIndexUpdates is not supported by this version of Stator"}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Combinations,
    UpdateTable,
    testing::Values(
        ErrorCase{
            "protection",
            update(R"(,"DeletionProtectionEnabled":true)" + kStream),
            kInvalid + "DeletionProtection modification must be the only operation in the request"},
        ErrorCase{
            "encryption",
            update(R"(,"SSESpecification":{"Enabled":true})" + kStream),
            kInvalid +
                "Server-Side Encryption modification must be the only operation in the request"},
        ErrorCase{
            "table class",
            update(R"(,"TableClass":"STANDARD")" + kThroughput),
            kInvalid + "TableClass modification must be the only operation in the request"},
        ErrorCase{
            "replicas and billing",
            update(R"(,"ReplicaUpdates":[{}])" + kToOnDemand),
            kInvalid + "Replica modification must be the only operation in the request"},
        ErrorCase{
            "warm and index",
            update(kWarm + actions(kCreate)),
            kInvalid +
                "Create global secondary index cannot be specified when updating WarmThroughput"},
        ErrorCase{
            "warm and billing",
            update(kWarm + kToOnDemand),
            kInvalid + "WarmThroughput must be the only operation in the request"},
        ErrorCase{
            "maxima and stream",
            update(kMaxima + kStream),
            kInvalid + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable "
                       "request"},
        ErrorCase{
            "stream and units",
            update(kStream + kThroughput),
            kInvalid + "You cannot modify stream status while updating table IOPS"},
        ErrorCase{
            "index and units",
            update(kThroughput + actions(kDelete)),
            kInvalid + "You cannot create or delete index while updating table IOPS"},
        ErrorCase{
            "index and stream",
            update(kStream + actions(kDelete)),
            kInvalid + "You cannot create or delete index while changing stream status"},
        ErrorCase{"billing and stream", update(kToOnDemand + kStream), ""},
        ErrorCase{"billing and maxima", update(kToOnDemand + kMaxima), ""},
        ErrorCase{"billing and new index", update(kToOnDemand + actions(kCreate)), ""},
        ErrorCase{
            "new index and index units",
            update(actions(
                kCreate + R"(,{"Update":{"IndexName":"two","ProvisionedThroughput":)"
                          R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1}}})"
            )),
            ""},
        ErrorCase{
            "enable without type",
            update(R"(,"StreamSpecification":{"StreamEnabled":true})"),
            kInvalid + "If stream is being enabled then UpdateViewType is required"},
        ErrorCase{
            "disable with type",
            update(R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})"
            ),
            kInvalid + "If stream is being disabled, then UpdateViewType must not be specified"},
        ErrorCase{
            "units on demand",
            update(kToOnDemand + kThroughput),
            kInvalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                       "BillingMode is PAY_PER_REQUEST"},
        ErrorCase{
            "index units on demand",
            update(
                kToOnDemand + actions(R"({"Update":{"IndexName":"idx","ProvisionedThroughput":)"
                                      R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1}}})")
            ),
            kInvalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for "
                       "index: idx when BillingMode is PAY_PER_REQUEST"},
        ErrorCase{
            "bounds",
            update(R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,)"
                   R"("WriteCapacityUnits":1000000000001})"),
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds"}
    )
);

}  // namespace
}  // namespace stator::protocol
