// Global tables through the whole engine: members, replicated writes and their times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/replicas.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;
using ::testing::HasSubstr;
using testing::item;
using ::testing::Not;
using testing::number;
using ::testing::StartsWith;
using testing::text;
using testing::replicas::kHome;
using testing::replicas::kIreland;
using testing::replicas::kTokyo;
using testing::replicas::named;
using testing::replicas::put;
using testing::replicas::remove;
using testing::replicas::replica;
using testing::replicas::World;

const std::string kMode = R"("GlobalTableSettingsReplicationMode":"ENABLED_WITH_OVERRIDES")";

TEST(GlobalTables, ShowEveryMemberInEachRegion) {
    World world({.table_delay_ms = 500});
    world.create();
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("Replicas")));
    world.pass(500);
    const std::string reply = world.database.run("UpdateTable", replica("Create", kIreland));
    EXPECT_THAT(reply, HasSubstr(R"("TableStatus":"UPDATING")"));
    EXPECT_THAT(
        reply, HasSubstr(R"("GlobalTableVersion":"2019.11.21",)" + kMode + R"(,"Replicas":[])")
    );
    EXPECT_THAT(
        world.describe(kHome),
        HasSubstr(
            R"("Replicas":[{"RegionName":"eu-west-1","ReplicaStatus":"CREATING",)" + kMode +
            R"(},{"RegionName":"us-east-1","ReplicaStatus":"ACTIVE",)" + kMode + "}]"
        )
    );
    EXPECT_THAT(world.describe(kHome), HasSubstr(R"("StreamViewType":"NEW_AND_OLD_IMAGES")"));
    world.pass(500);
    for (const std::string_view region : {kHome, kIreland}) {
        EXPECT_THAT(world.describe(region), HasSubstr(R"("TableStatus":"ACTIVE")"));
        EXPECT_THAT(
            world.describe(region),
            HasSubstr(
                R"({"RegionName":"eu-west-1","ReplicaStatus":"ACTIVE",)" + kMode +
                R"(},{"RegionName":"us-east-1","ReplicaStatus":"ACTIVE",)" + kMode + "}"
            )
        );
    }
    EXPECT_THAT(world.describe(kIreland), HasSubstr("arn:aws:dynamodb:eu-west-1:"));
}

TEST(GlobalTables, ANewReplicaHasTheExistingItems) {
    World world;
    world.create();
    world.database.run(put("a", "old"));
    world.add(kIreland);
    EXPECT_EQ(world.value("a", kIreland), "old");
}

TEST(GlobalTables, WritesArriveAfterTheLag) {
    World world;
    world.create();
    world.set_lag(700);
    world.add(kIreland);
    world.database.run(put("a", "1"));
    world.pass(699);
    EXPECT_EQ(world.value("a", kIreland), "none");
    world.pass(1);
    EXPECT_EQ(world.value("a", kIreland), "1");
    world.database.run(put("b", "2"), kIreland);
    world.database.run(remove("a"), kIreland);
    EXPECT_EQ(world.value("a", kHome), "1");
    world.pass(700);
    EXPECT_EQ(world.value("a", kHome), "none");
    EXPECT_EQ(world.value("b", kHome), "2");
    EXPECT_EQ(world.state().retained, 0U) << "everybody has everything";
}

TEST(GlobalTables, TheDefaultLagIsAboutASecond) {
    World world;
    world.create();
    world.add(kIreland);
    world.database.run(put("a", "1"));
    world.pass(499);
    EXPECT_EQ(world.value("a", kIreland), "none");
    world.pass(1'001);
    EXPECT_EQ(world.value("a", kIreland), "1");
}

TEST(GlobalTables, TheLastWriterWinsInEveryRegion) {
    World world;
    world.create();
    world.set_lag(100);
    world.add(kIreland);
    world.cut_off(kIreland);
    world.database.run(put("a", "home"));
    world.pass(40);
    world.database.run(put("a", "ireland"), kIreland);
    world.pass(10'000);
    EXPECT_EQ(world.value("a", kHome), "home");
    EXPECT_EQ(world.value("a", kIreland), "ireland");
    world.heal();
    EXPECT_EQ(world.value("a", kHome), "ireland");
    EXPECT_EQ(world.value("a", kIreland), "ireland");
    const inspection::GlobalTableState state = world.state();
    ASSERT_EQ(state.conflicts.size(), 1U) << "met in two regions, and is one conflict";
    const auto& conflict = state.conflicts.front().conflict;
    EXPECT_EQ(conflict.winner.region, kIreland);
    EXPECT_EQ(conflict.loser.region, kHome);
    EXPECT_EQ(conflict.winner.time - conflict.loser.time, 40);
}

TEST(GlobalTables, AnOlderWriteDoesNotBringADeletedItemBack) {
    World world;
    world.create();
    world.set_lag(0);
    world.add(kIreland);
    world.add(kTokyo);
    world.cut_off(kTokyo);
    world.database.run(put("a", "1"), kTokyo);
    world.database.run(put("a", "2"));
    world.database.run(remove("a"), kIreland);
    world.pass(0);
    EXPECT_EQ(world.value("a", kHome), "none");
    world.heal();
    for (const std::string_view region : {kHome, kIreland, kTokyo}) {
        EXPECT_EQ(world.value("a", region), "none") << region;
    }
    EXPECT_EQ(world.state().retained, 0U);
}

TEST(GlobalTables, AWriteThatReplacesTheOtherIsNotAConflict) {
    World world;
    world.create();
    world.set_lag(10);
    world.add(kIreland);
    world.database.run(put("a", "1"));
    world.pass(10);
    world.database.run(put("a", "2"), kIreland);
    world.pass(10);
    EXPECT_EQ(world.value("a", kHome), "2");
    EXPECT_EQ(world.state().conflict_count, 0U);
}

TEST(GlobalTables, ReplicatedWritesReachIndexesAndStreams) {
    World world({.partitions = 1});
    world.database.create_table(
        "tbl",
        "pk:S",
        "g:S",
        R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[{"AttributeName":"g",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
    );
    world.set_lag(0);
    world.add(kIreland);
    world.database.run(put("a", "1", {{"g", text("x")}}));
    world.pass(0);
    const std::string query = named(R"(,"IndexName":"by_g","KeyConditionExpression":"g = :g",)"
                                    R"("ExpressionAttributeValues":{":g":{"S":"x"}})");
    EXPECT_THAT(world.database.run("Query", query, kIreland), HasSubstr(R"("Count":1)"));
    const std::string described = world.describe(kIreland);
    const std::size_t arn = described.find(R"("LatestStreamArn":")") + 19;
    const std::string stream = described.substr(arn, described.find('"', arn) - arn);
    const std::string shards =
        world.database.run("DescribeStream", R"({"StreamArn":")" + stream + "\"}", kIreland);
    const std::size_t id = shards.find(R"("ShardId":")") + 11;
    const std::string iterator = world.database.run(
        "GetShardIterator",
        R"({"StreamArn":")" + stream + R"(","ShardId":")" +
            shards.substr(id, shards.find('"', id) - id) +
            R"(","ShardIteratorType":"TRIM_HORIZON"})",
        kIreland
    );
    const std::size_t text = iterator.find(R"("ShardIterator":")") + 17;
    const std::string records = world.database.run(
        "GetRecords",
        R"({"ShardIterator":")" + iterator.substr(text, iterator.find('"', text) - text) + "\"}",
        kIreland
    );
    EXPECT_THAT(records, HasSubstr(R"("eventName":"INSERT")"));
    EXPECT_THAT(records, HasSubstr(R"("awsRegion":"eu-west-1")"));
}

// An added index leaves out items whose key attribute has another type. Changes to other attributes
// of such items are still replicated.
TEST(GlobalTables, ReplicateItemsThatAnIndexLeavesOut) {
    World world;
    world.create();
    world.set_lag(0);
    world.database.run(put("a", "1", {{"g", number(5)}}));
    world.database.run(
        "UpdateTable",
        named(R"(,"AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)"
              R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by_g","KeySchema":[{)"
              R"("AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}])")
    );
    world.pass(0);
    world.add(kIreland);
    world.database.run(
        testing::update("tbl", item({{"pk", text("a")}}), "SET v = :v", {{":v", text("2")}}),
        kIreland
    );
    world.pass(0);
    EXPECT_EQ(world.value("a", kHome), "2");
}

TEST(GlobalTables, ExpiredItemsAreDeletedInAllRegions) {
    World world;
    world.create();
    world.set_lag(0);
    world.add(kIreland);
    world.database.run(
        "UpdateTimeToLive",
        named(R"(,"TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true})")
    );
    EXPECT_THAT(world.database.run("DescribeTimeToLive", named(), kIreland), HasSubstr("ENABLED"));
    const std::int64_t soon = Database::kStart.unix_ms() / 1'000 + 10;
    world.database.run(put("a", "1", {{"ttl", number(soon)}}));
    world.pass(5'000);
    EXPECT_EQ(world.value("a", kIreland), "1");
    world.pass(6'000);
    EXPECT_EQ(world.value("a", kHome), "none");
    EXPECT_EQ(world.value("a", kIreland), "none");
    EXPECT_EQ(world.state().conflict_count, 0U) << "two deletions do not disagree";
}

TEST(GlobalTables, IndexesAndBillingAreTheSameEverywhere) {
    World world;
    world.create();
    world.add(kIreland);
    world.database.run(
        "UpdateTable",
        named(R"(,"AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)"
              R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by_g","KeySchema":[{)"
              R"("AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}])"),
        kIreland
    );
    EXPECT_THAT(world.describe(kHome), HasSubstr("by_g"));
    world.pass(0);
    world.database.run(
        "UpdateTable",
        named(R"(,"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,)"
              R"("WriteCapacityUnits":7},"GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":)"
              R"("by_g","ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}}])")
    );
    world.pass(0);
    EXPECT_THAT(world.describe(kIreland), HasSubstr(R"("WriteCapacityUnits":7)"));
}

TEST(GlobalTables, AThirdReplicaGetsWhatItsSourceLacks) {
    World world;
    world.create();
    world.set_lag(100);
    world.add(kIreland);
    world.database.run(put("a", "1"), kIreland);
    world.add(kTokyo);
    EXPECT_EQ(world.value("a", kTokyo), "none");
    world.pass(100);
    EXPECT_EQ(world.value("a", kTokyo), "1");
    EXPECT_EQ(world.value("a", kHome), "1");
    EXPECT_EQ(world.state().retained, 0U);
}

TEST(GlobalTables, SettingTheLagReschedulesWritesInTransit) {
    World world;
    world.create();
    world.set_lag(1'000'000);
    world.add(kIreland);
    world.database.run(put("a", "1"));
    world.pass(1'000);
    world.set_lag(500);
    EXPECT_EQ(world.value("a", kIreland), "1");
}

TEST(GlobalTables, RefuseWhatAwsRefuses) {
    World world;
    const auto update = [&](const std::string& request, std::string_view region = kHome) {
        return world.database.run("UpdateTable", request, region);
    };
    EXPECT_THAT(update(replica("Create", kIreland)), StartsWith("ResourceNotFoundException"));
    world.create();
    world.database.run(
        "CreateTable",
        R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",)"
        R"("KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})",
        kTokyo
    );
    EXPECT_THAT(update(replica("Create", kTokyo)), HasSubstr("already existed as tables"));
    EXPECT_THAT(
        update(replica("Create", kHome)), HasSubstr("Cannot add or delete the local region")
    );
    EXPECT_THAT(
        update(replica("Create", "mars-north-1")),
        HasSubstr("Region mars-north-1 is not supported.")
    );
    EXPECT_THAT(
        update(replica("Delete", kIreland)), HasSubstr("without these replicas: [eu-west-1].")
    );
    EXPECT_THAT(
        update(replica("Update", kIreland)), HasSubstr("without these replicas: [eu-west-1].")
    );
    world.add(kIreland);
    EXPECT_THAT(update(replica("Create", kIreland)), HasSubstr("already existed as tables"));
    EXPECT_THAT(
        update(named(R"(,"StreamSpecification":{"StreamEnabled":false})")),
        HasSubstr("Disabling Stream is not allowed for a Global Table replica.")
    );
}

}  // namespace
}  // namespace stator::engine::operations::control
