// UpdateTable: all errors that require no table, in DynamoDB's order.
#include "protocol/operations/tables/tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/table_requests.hpp"

namespace stator::protocol::operations::tables {
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
const std::string kCreate = R"({"Create":)" + table_requests::index("idx", "xH") + "}";
const std::string kWarm = R"(,"WarmThroughput":{"ReadUnitsPerSecond":20000})";
const std::string kMaxima = R"(,"OnDemandThroughput":{"MaxReadRequestUnits":5})";
const std::string kNothing =
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
    "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
    "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
    "OnDemandThroughput, WarmThroughput or TableClass is required";

class UpdateTable : public ::testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(UpdateTable, Refuses) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_update_table(document.root())), GetParam().error);
}

TEST(UpdateTableRequest, HasTheUpdatesOfReplicas) {
    const auto document = table_requests::parse(
        update(R"(,"ReplicaUpdates":[{"Update":{"RegionName":"eu-west-1","KMSMasterKeyId":"k",)"
               R"("ProvisionedThroughputOverride":{"ReadCapacityUnits":7},)"
               R"("OnDemandThroughputOverride":{"MaxReadRequestUnits":8},)"
               R"("TableClassOverride":"STANDARD_INFREQUENT_ACCESS"}},)"
               R"({"Update":{"RegionName":"eu-west-2"}}])")
    );
    const auto request = decode_update_table(document.root());
    ASSERT_TRUE(request) << table_requests::message_of(request);
    ASSERT_EQ(request->replica_actions.size(), 2U);
    const ReplicaAction& first = request->replica_actions.front();
    EXPECT_EQ(first.kind, ReplicaAction::Kind::Update);
    EXPECT_EQ(first.region, "eu-west-1");
    EXPECT_EQ(first.overrides.kms_master_key_id, "k");
    EXPECT_EQ(first.overrides.read_capacity_units, 7);
    EXPECT_EQ(first.overrides.max_read_request_units, 8);
    EXPECT_EQ(first.overrides.table_class, values::TableClass::StandardInfrequentAccess);
    EXPECT_EQ(request->replica_actions.back().overrides, model::ReplicaOverrides());
}

TEST(UpdateTableRequest, LeavesAnEmptyThroughputAloneToTheEngine) {
    for (const std::string member : {"OnDemandThroughput", "WarmThroughput"}) {
        const auto document = table_requests::parse(update(",\"" + member + "\":{}"));
        const auto request = decode_update_table(document.root());
        ASSERT_TRUE(request) << member;
        EXPECT_TRUE(request->only_empty_throughput) << member;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shape,
    UpdateTable,
    ::testing::Values(
        table_requests::ErrorCase{
            "no table name",
            "{}",
            "The parameter 'TableName' is required but was not present in the request"},
        table_requests::ErrorCase{"nothing", update(""), kNothing},
        table_requests::ErrorCase{
            "only definitions", update("," + table_requests::definitions("p")), kNothing},
        table_requests::ErrorCase{"no actions", update(actions("")), kNothing},
        table_requests::ErrorCase{
            "no actions next to another change",
            update(kToOnDemand + actions("")),
            table_requests::kInvalid + "List of GlobalSecondaryIndexUpdates is empty"},
        table_requests::ErrorCase{
            "action without name",
            update(actions(R"({"Update":{}})")),
            "1 validation error detected: Value null at "
            "'globalSecondaryIndexUpdates.1.member.update.indexName' failed to satisfy constraint: "
            "Member must not be null"},
        table_requests::ErrorCase{
            "no action",
            update(actions("{}")),
            table_requests::kInvalid +
                "One of GlobalSecondaryIndexUpdate.Update, "
                "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must "
                "not be null"},
        table_requests::ErrorCase{
            "two actions",
            update(actions(R"({"Delete":{"IndexName":"idx"},"Update":{"IndexName":"idx"}})")),
            table_requests::kInvalid + "Only one global secondary index action is allowed per "
                                       "GlobalSecondaryIndexUpdate object"},
        table_requests::ErrorCase{
            "one index twice",
            update(actions(kDelete + "," + kDelete)),
            table_requests::kInvalid +
                "Only one global secondary index update per index is allowed "
                "simultaneously. Index: idx"},
        table_requests::ErrorCase{
            "empty warm throughput of an index",
            update(actions(R"({"Update":{"IndexName":"idx","WarmThroughput":{}}})")),
            table_requests::kInvalid +
                "WarmThroughput must have at least one of ReadUnitsPerSecond or "
                "WriteUnitsPerSecond specified for index: idx"},
        table_requests::ErrorCase{
            "replicas",
            update(R"(,"ReplicaUpdates":[{}])"),
            "There are no actions specified in the Replica Update Action of the request."},
        table_requests::ErrorCase{
            "strong deletion",
            update(R"(,"MultiRegionConsistency":"STRONG","ReplicaUpdates":[{"Delete":)"
                   R"({"RegionName":"eu-west-1"}}])"),
            "Only Replica Create actions are supported when MultiRegionConsistency parameter is "
            "provided."},
        table_requests::ErrorCase{
            "witness of an eventual table",
            update(R"(,"ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}],)"
                   R"("GlobalTableWitnessUpdates":[{"Create":{"RegionName":"eu-west-3"}}])"),
            "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter "
            "is present."},
        table_requests::ErrorCase{
            "witness alone",
            update(R"(,"GlobalTableWitnessUpdates":[{"Create":{"RegionName":"eu-west-3"}}])"),
            kNothing},
        table_requests::ErrorCase{
            "witness with protection",
            update(R"(,"DeletionProtectionEnabled":true,"MultiRegionConsistency":"STRONG",)"
                   R"("ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}],)"
                   R"("GlobalTableWitnessUpdates":[{"Create":{"RegionName":"eu-west-3"}}])"),
            "One or more parameter values were invalid: Requests that modify replicas or witnesses "
            "must not also modify other fields"},
        table_requests::ErrorCase{
            "vector indexes",
            update(R"(,"VectorIndexUpdates":[{}])"),
            table_requests::kInvalid +
                "One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null"}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Combinations,
    UpdateTable,
    ::testing::Values(
        table_requests::ErrorCase{
            "protection",
            update(R"(,"DeletionProtectionEnabled":true)" + kStream),
            table_requests::kInvalid +
                "DeletionProtection modification must be the only operation in the request"},
        table_requests::ErrorCase{
            "encryption",
            update(R"(,"SSESpecification":{"Enabled":true})" + kStream),
            table_requests::kInvalid +
                "Server-Side Encryption modification must be the only operation in the request"},
        table_requests::ErrorCase{
            "table class",
            update(R"(,"TableClass":"STANDARD")" + kThroughput),
            table_requests::kInvalid +
                "TableClass modification must be the only operation in the request"},
        table_requests::ErrorCase{
            "replicas and billing",
            update(R"(,"ReplicaUpdates":[{}])" + kToOnDemand),
            table_requests::kInvalid +
                "Replica modification must be the only operation in the request"},
        table_requests::ErrorCase{
            "warm and index",
            update(kWarm + actions(kCreate)),
            table_requests::kInvalid +
                "Create global secondary index cannot be specified when updating WarmThroughput"},
        table_requests::ErrorCase{
            "warm and billing",
            update(kWarm + kToOnDemand),
            table_requests::kInvalid + "WarmThroughput must be the only operation in the request"},
        table_requests::ErrorCase{
            "maxima and stream",
            update(kMaxima + kStream),
            table_requests::kInvalid +
                "OnDemandThroughput can only be combined with BillingMode in an UpdateTable "
                "request"},
        table_requests::ErrorCase{
            "stream and units",
            update(kStream + kThroughput),
            table_requests::kInvalid + "You cannot modify stream status while updating table IOPS"},
        table_requests::ErrorCase{
            "index and units",
            update(kThroughput + actions(kDelete)),
            table_requests::kInvalid +
                "You cannot create or delete index while updating table IOPS"},
        table_requests::ErrorCase{
            "index and stream",
            update(kStream + actions(kDelete)),
            table_requests::kInvalid +
                "You cannot create or delete index while changing stream status"},
        table_requests::ErrorCase{"billing and stream", update(kToOnDemand + kStream), ""},
        table_requests::ErrorCase{"billing and maxima", update(kToOnDemand + kMaxima), ""},
        table_requests::ErrorCase{
            "billing and new index", update(kToOnDemand + actions(kCreate)), ""},
        table_requests::ErrorCase{
            "new index and index units",
            update(actions(
                kCreate + R"(,{"Update":{"IndexName":"two","ProvisionedThroughput":)"
                          R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1}}})"
            )),
            ""},
        table_requests::ErrorCase{
            "enable without type",
            update(R"(,"StreamSpecification":{"StreamEnabled":true})"),
            table_requests::kInvalid +
                "If stream is being enabled then UpdateViewType is required"},
        table_requests::ErrorCase{
            "disable with type",
            update(R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})"
            ),
            table_requests::kInvalid +
                "If stream is being disabled, then UpdateViewType must not be specified"},
        table_requests::ErrorCase{
            "units on demand",
            update(kToOnDemand + kThroughput),
            table_requests::kInvalid +
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                "BillingMode is PAY_PER_REQUEST"},
        table_requests::ErrorCase{
            "index units on demand",
            update(
                kToOnDemand + actions(R"({"Update":{"IndexName":"idx","ProvisionedThroughput":)"
                                      R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1}}})")
            ),
            table_requests::kInvalid +
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for "
                "index: idx when BillingMode is PAY_PER_REQUEST"},
        table_requests::ErrorCase{
            "bounds",
            update(R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1,)"
                   R"("WriteCapacityUnits":1000000000001})"),
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds"}
    )
);

}  // namespace
}  // namespace stator::protocol::operations::tables
