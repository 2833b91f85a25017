// Global tables through the whole engine: what replicas are, what they get, and when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/replication_inspection.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations {
namespace {

using replication::Cut;
using replication::LinkSettings;
using testing::Database;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kHome = "us-east-1";
constexpr std::string_view kIreland = "eu-west-1";
constexpr std::string_view kTokyo = "ap-northeast-1";
constexpr std::int64_t kDayMs = 24LL * 3'600'000;

std::string named(const std::string& more = "") {
    return R"({"TableName":"tbl")" + more + "}";
}

std::string put(const std::string& pk, const std::string& v, const std::string& more = "") {
    return named(R"(,"Item":{"pk":{"S":")" + pk + R"("},"v":{"S":")" + v + R"("})" + more + "}");
}

std::string key(const std::string& pk) {
    return named(R"(,"Key":{"pk":{"S":")" + pk + R"("}})");
}

std::string replica(const std::string& action, std::string_view region) {
    return named(
        R"(,"ReplicaUpdates":[{")" + action + R"(":{"RegionName":")" + std::string(region) +
        R"("}}])"
    );
}

class World {
public:
    explicit World(EngineOptions options = {}, std::optional<std::string> directory = {})
        : database(std::move(options), std::move(directory)) {}

    void create() { database.create_table("tbl", "pk:S"); }

    std::string add(std::string_view region) {
        const std::string reply = database.run("UpdateTable", replica("Create", region));
        pass(0);
        return reply;
    }

    // Time passes, and what is due is done.
    void pass(std::int64_t milliseconds) {
        database.clock().advance(milliseconds);
        database.universe().run_due();
    }

    void change_links(const std::function<void(LinkSettings&)>& change) {
        auto settings = database.universe().global_tables().links().settings();
        change(settings);
        database.universe().global_tables().set_links(std::move(settings));
        database.universe().deadlines().note(database.universe().now());
    }

    void set_lag(std::int64_t milliseconds) {
        change_links([&](auto& links) { links.lag = Distribution::fixed(milliseconds); });
    }

    void cut_off(std::string_view region) {
        change_links([&](auto& links) { links.cuts = {Cut{std::string(region)}}; });
    }

    void heal() {
        change_links([](auto& links) { links.cuts.clear(); });
        pass(0);
    }

    // The attribute v of the item, or "none".
    std::string value(const std::string& pk, std::string_view region) {
        const std::string reply = database.run("GetItem", key(pk), region);
        const std::size_t place = reply.find(R"("v":{"S":")");
        if (place == std::string::npos) return "none";
        const std::size_t begin = place + 10;
        return reply.substr(begin, reply.find('"', begin) - begin);
    }

    std::string describe(std::string_view region) {
        return database.run("DescribeTable", named(), region);
    }

    GlobalTableState state() { return inspect_global_tables(database.universe()).front(); }

    Database database;
};

TEST(GlobalTables, ShowEveryMemberInEachRegion) {
    World world({.table_delay_ms = 500});
    world.create();
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("Replicas")));
    world.pass(500);
    const std::string reply = world.database.run("UpdateTable", replica("Create", kIreland));
    EXPECT_THAT(reply, HasSubstr(R"("TableStatus":"UPDATING")"));
    EXPECT_THAT(reply, HasSubstr(R"("GlobalTableVersion":"2019.11.21","Replicas":[])"));
    EXPECT_THAT(
        world.describe(kHome),
        HasSubstr(R"("Replicas":[{"RegionName":"eu-west-1","ReplicaStatus":"CREATING"},)"
                  R"({"RegionName":"us-east-1","ReplicaStatus":"ACTIVE"}])")
    );
    EXPECT_THAT(world.describe(kHome), HasSubstr(R"("StreamViewType":"NEW_AND_OLD_IMAGES")"));
    world.pass(500);
    for (const std::string_view region : {kHome, kIreland}) {
        EXPECT_THAT(world.describe(region), HasSubstr(R"("TableStatus":"ACTIVE")"));
        EXPECT_THAT(
            world.describe(region),
            HasSubstr(R"({"RegionName":"eu-west-1","ReplicaStatus":"ACTIVE"},)"
                      R"({"RegionName":"us-east-1","ReplicaStatus":"ACTIVE"})")
        );
    }
    EXPECT_THAT(world.describe(kIreland), HasSubstr("arn:aws:dynamodb:eu-west-1:"));
}

TEST(GlobalTables, ANewReplicaHasWhatWasThere) {
    World world;
    world.create();
    world.database.run("PutItem", put("a", "old"));
    world.add(kIreland);
    EXPECT_EQ(world.value("a", kIreland), "old");
}

TEST(GlobalTables, WritesArriveAfterTheLag) {
    World world;
    world.create();
    world.set_lag(700);
    world.add(kIreland);
    world.database.run("PutItem", put("a", "1"));
    world.pass(699);
    EXPECT_EQ(world.value("a", kIreland), "none");
    world.pass(1);
    EXPECT_EQ(world.value("a", kIreland), "1");
    world.database.run("PutItem", put("b", "2"), kIreland);
    world.database.run("DeleteItem", key("a"), kIreland);
    EXPECT_EQ(world.value("a", kHome), "1");
    world.pass(700);
    EXPECT_EQ(world.value("a", kHome), "none");
    EXPECT_EQ(world.value("b", kHome), "2");
    EXPECT_EQ(world.state().retained, 0U) << "everybody has everything";
}

TEST(GlobalTables, TheUsualLagIsAboutASecond) {
    World world;
    world.create();
    world.add(kIreland);
    world.database.run("PutItem", put("a", "1"));
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
    world.database.run("PutItem", put("a", "home"));
    world.pass(40);
    world.database.run("PutItem", put("a", "ireland"), kIreland);
    world.pass(10'000);
    EXPECT_EQ(world.value("a", kHome), "home");
    EXPECT_EQ(world.value("a", kIreland), "ireland");
    world.heal();
    EXPECT_EQ(world.value("a", kHome), "ireland");
    EXPECT_EQ(world.value("a", kIreland), "ireland");
    const GlobalTableState state = world.state();
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
    world.database.run("PutItem", put("a", "1"), kTokyo);
    world.database.run("PutItem", put("a", "2"));
    world.database.run("DeleteItem", key("a"), kIreland);
    world.pass(0);
    EXPECT_EQ(world.value("a", kHome), "none");
    world.heal();
    for (const std::string_view region : {kHome, kIreland, kTokyo}) {
        EXPECT_EQ(world.value("a", region), "none") << region;
    }
    EXPECT_EQ(world.state().retained, 0U);
}

TEST(GlobalTables, AWriteThatKnewTheOtherIsNoConflict) {
    World world;
    world.create();
    world.set_lag(10);
    world.add(kIreland);
    world.database.run("PutItem", put("a", "1"));
    world.pass(10);
    world.database.run("PutItem", put("a", "2"), kIreland);
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
    world.database.run("PutItem", put("a", "1", R"(,"g":{"S":"x"})"));
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

// An index that is added leaves out what has another type; changes of its other attributes go on.
TEST(GlobalTables, ReplicateItemsThatAnIndexLeavesOut) {
    World world;
    world.create();
    world.set_lag(0);
    world.database.run("PutItem", put("a", "1", R"(,"g":{"N":"5"})"));
    world.database.run(
        "UpdateTable",
        named(R"(,"AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)"
              R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by_g","KeySchema":[{)"
              R"("AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}])")
    );
    world.pass(0);
    world.add(kIreland);
    world.database.run(
        "UpdateItem",
        named(R"(,"Key":{"pk":{"S":"a"}},"UpdateExpression":"SET v = :v",)"
              R"("ExpressionAttributeValues":{":v":{"S":"2"}})"),
        kIreland
    );
    world.pass(0);
    EXPECT_EQ(world.value("a", kHome), "2");
}

TEST(GlobalTables, ExpiredItemsGoEverywhere) {
    World world;
    world.create();
    world.set_lag(0);
    world.add(kIreland);
    world.database.run(
        "UpdateTimeToLive",
        named(R"(,"TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true})")
    );
    EXPECT_THAT(world.database.run("DescribeTimeToLive", named(), kIreland), HasSubstr("ENABLED"));
    const std::string soon = std::to_string(Database::kStart.unix_ms() / 1'000 + 10);
    world.database.run("PutItem", put("a", "1", R"(,"ttl":{"N":")" + soon + "\"}"));
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

TEST(GlobalTables, ADeletedReplicaLeaves) {
    World world({.table_delay_ms = 500});
    world.create();
    world.pass(500);
    world.add(kIreland);
    world.pass(500);
    EXPECT_THAT(world.database.run("DeleteTable", named()), HasSubstr("acted as a source region"));
    EXPECT_THAT(
        world.database.run("UpdateTable", replica("Delete", kHome), kIreland),
        HasSubstr("acted as a source region")
    );
    world.database.run("UpdateTable", replica("Delete", kIreland));
    EXPECT_THAT(
        world.describe(kHome), HasSubstr(R"({"RegionName":"eu-west-1","ReplicaStatus":"DELETING"})")
    );
    EXPECT_THAT(
        world.database.run("DeleteTable", named()),
        "ResourceInUseException: The resource which you are attempting to change is in use."
    );
    world.pass(500);
    EXPECT_THAT(world.describe(kIreland), StartsWith("ResourceNotFoundException"));
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("Replicas")));
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("GlobalTableVersion")));
    world.database.run("PutItem", put("a", "alone"));
    EXPECT_THAT(world.add(kIreland), HasSubstr("UPDATING"));
    world.pass(500);
    EXPECT_EQ(world.value("a", kIreland), "alone");
}

TEST(GlobalTables, EndWithTheLastReplicaAndWhatItWrote) {
    testing::TemporaryDirectory directory;
    {
        World world({}, directory.path());
        world.create();
        world.set_lag(1'000);
        world.add(kIreland);
        world.database.run("PutItem", put("a", "last"), kIreland);
        world.database.run("UpdateTable", replica("Delete", kIreland));
        world.pass(0);
        replication::GlobalTables& all = world.database.universe().global_tables();
        EXPECT_EQ(inspect_global_tables(world.database.universe()).size(), 0U);
        EXPECT_FALSE(all.is_empty()) << "a write is still on its way";
        world.pass(1'000);
        EXPECT_EQ(world.value("a", kHome), "last");
        EXPECT_TRUE(all.is_empty());
        world.database.close();
    }
    World world({}, directory.path());
    EXPECT_TRUE(world.database.universe().global_tables().is_empty());
    EXPECT_EQ(world.value("a", kHome), "last");
    EXPECT_THAT(world.add(kIreland), HasSubstr("UPDATING"));
    world.pass(5'000);
    world.database.run("PutItem", put("a", "again"), kIreland);
    world.pass(5'000);
    EXPECT_EQ(world.value("a", kHome), "again");
}

TEST(GlobalTables, AReplicaMayComeBackWhileItsWritesAreOnTheirWay) {
    World world;
    world.create();
    world.set_lag(1'000);
    world.add(kIreland);
    world.pass(kDayMs);
    world.database.run("PutItem", put("a", "home"));
    world.database.run("DeleteTable", named());
    world.pass(0);
    world.database.run("UpdateTable", replica("Create", kTokyo), kIreland);
    world.pass(1'000);
    EXPECT_EQ(world.value("a", kIreland), "home");
    EXPECT_EQ(world.value("a", kTokyo), "home");
}

TEST(GlobalTables, ASourceMayGoAfterADay) {
    World world;
    world.create();
    world.set_lag(0);
    world.add(kIreland);
    world.pass(kDayMs);
    EXPECT_THAT(world.database.run("DeleteTable", named()), HasSubstr("DELETING"));
    world.pass(0);
    EXPECT_THAT(world.describe(kIreland), Not(HasSubstr("Replicas")));
}

TEST(GlobalTables, AThirdReplicaGetsWhatItsSourceLacks) {
    World world;
    world.create();
    world.set_lag(100);
    world.add(kIreland);
    world.database.run("PutItem", put("a", "1"), kIreland);
    world.add(kTokyo);
    EXPECT_EQ(world.value("a", kTokyo), "none");
    world.pass(100);
    EXPECT_EQ(world.value("a", kTokyo), "1");
    EXPECT_EQ(world.value("a", kHome), "1");
    EXPECT_EQ(world.state().retained, 0U);
}

TEST(GlobalTables, SurviveARestart) {
    testing::TemporaryDirectory directory;
    {
        World world({}, directory.path());
        world.create();
        world.set_lag(1'000);
        world.add(kIreland);
        world.add(kTokyo);
        world.cut_off(kTokyo);
        world.database.run("PutItem", put("a", "home"));
        world.database.run("PutItem", put("b", "home"));
        world.pass(1'000);
        world.database.run("PutItem", put("a", "tokyo"), kTokyo);
        world.database.run("DeleteItem", key("b"), kIreland);
        world.pass(1'000);
        EXPECT_EQ(world.value("b", kHome), "none");
        world.database.close();
    }
    World world({}, directory.path());
    EXPECT_THAT(world.describe(kTokyo), HasSubstr("\"Replicas\""));
    EXPECT_EQ(world.value("a", kHome), "home");
    EXPECT_EQ(world.value("a", kTokyo), "tokyo");
    world.pass(5'000);
    for (const std::string_view region : {kHome, kIreland, kTokyo}) {
        EXPECT_EQ(world.value("a", region), "tokyo") << region;
        EXPECT_EQ(world.value("b", region), "none") << region;
    }
    EXPECT_EQ(world.state().retained, 0U);
}

TEST(GlobalTables, AreCopiedWithTheirUniverse) {
    World world;
    world.create();
    world.set_lag(1'000);
    world.add(kIreland);
    world.database.run("PutItem", put("a", "1"));
    world.database.engine().copy_universe("", "fork");
    world.pass(1'000);
    const auto fork = world.database.engine().universe("fork");
    fork->run_due();
    for (const auto& universe : {fork, world.database.engine().universe("")}) {
        const auto table = universe->region(kIreland).find_table("tbl");
        ASSERT_NE(table, nullptr);
        EXPECT_EQ(table->statistics().table.items, 1) << universe->name();
    }
    // Each goes on by itself.
    world.database.run("PutItem", put("b", "2"));
    world.pass(1'000);
    fork->run_due();
    EXPECT_EQ(fork->region(kIreland).find_table("tbl")->statistics().table.items, 1);
    EXPECT_EQ(world.value("b", kIreland), "2");
}

TEST(GlobalTables, SettingTheLagMovesWhatIsOnItsWay) {
    World world;
    world.create();
    world.set_lag(1'000'000);
    world.add(kIreland);
    world.database.run("PutItem", put("a", "1"));
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
}  // namespace stator::engine::operations
