// Universes of a whole engine: forks, resets and deletions, in memory.
#include "engine/universes/universes.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/storage/partition.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::engine::universes {
namespace {

using testing::item;
using testing::kStreamOn;
using testing::number;
using testing::remove;
using testing::text;
using testing::World;

constexpr std::int64_t kHourMs = 3'600'000;

constexpr std::string_view kIndexed =
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
    R"({"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"a","AttributeType":"S"},)"
    R"({"AttributeName":"b","AttributeType":"S"}],)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
    R"({"AttributeName":"sk","KeyType":"RANGE"}],)"
    R"("GlobalSecondaryIndexes":[{"IndexName":"glo",)"
    R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
    R"("Projection":{"ProjectionType":"ALL"}}],)"
    R"("LocalSecondaryIndexes":[{"IndexName":"loc",)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
    R"({"AttributeName":"b","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}])";

class UniversesTest : public ::testing::Test {
protected:
    Engine& engine() { return world_.engine(); }

    void fork(const std::string& from, const std::string& to) { engine().copy_universe(from, to); }

    std::shared_ptr<table::Table> table(const std::string& universe, const std::string& name) {
        return engine().find_table({universe, std::nullopt, name});
    }

    // The whole reply to a Scan of the table or of an index.
    std::string contents(const std::string& universe, const std::string& index = "") {
        const std::string source =
            R"({"TableName":"Tab")" + (index.empty() ? "" : R"(,"IndexName":")" + index + "\"");
        return world_.run(universe, "Scan", source + R"(,"ReturnConsumedCapacity":"INDEXES"})");
    }

    World world_;
};

TEST_F(UniversesTest, AreIsolated) {
    world_.create_table("a", "Tab");
    world_.put("a", "Tab", "x");
    EXPECT_EQ(world_.tables("b"), R"({"TableNames":[]})");
    EXPECT_TRUE(world_.put("b", "Tab", "x").starts_with("ResourceNotFoundException"));
    world_.create_table("b", "Tab");
    EXPECT_EQ(world_.get("b", "Tab", "x"), "{}");
    EXPECT_EQ(world_.tables(""), R"({"TableNames":[]})");
}

TEST_F(UniversesTest, AreListedByName) {
    world_.tables("b");
    engine().universes().add("a");
    EXPECT_FALSE(engine().universes().add("b"));
    EXPECT_FALSE(engine().universes().add(""));
    EXPECT_EQ(engine().universes().names(), (std::vector<std::string>{"", "a", "b"}));
    world_.run("b", "ListTables", "{}", "eu-west-1");
    ASSERT_EQ(engine().universes().regions("b").size(), 2U);
    EXPECT_EQ(engine().universes().regions("b")[0].place.region, "eu-west-1");
    EXPECT_TRUE(engine().universes().regions("a").empty());
}

TEST_F(UniversesTest, WithACommonNamePrefixAreIsolated) {
    world_.create_table("a", "Tab");
    world_.create_table("ab", "Tab");
    engine().clear_universe("a", true);
    EXPECT_FALSE(engine().universes().exists("a"));
    EXPECT_EQ(world_.tables("ab"), R"({"TableNames":["Tab"]})");
    world_.add_one("ab", "Tab", "x", "token");
    engine().clear_universe("a", true);
    world_.add_one("ab", "Tab", "x", "token");
    EXPECT_EQ(world_.number("ab", "Tab", "x"), "1");
}

TEST_F(UniversesTest, WithTheSameRequestsReturnTheSameReplies) {
    world_.create_table("", "Other");
    world_.create_table("", "Another");
    const auto all = [&](const std::string& universe) {
        std::string replies = world_.create_table(universe, "Tab", kStreamOn);
        replies += world_.create_table(universe, "Second");
        replies += world_.run(universe, "DeleteTable", R"({"TableName":"Second"})");
        replies += world_.create_table(universe, "Second");
        replies += world_.put(universe, "Tab", "x", {{"n", number(1)}});
        replies += world_.add_one(universe, "Tab", "x", "token");
        replies += world_.describe(universe, "Tab") + world_.describe(universe, "Second");
        return replies + world_.get(universe, "Tab", "x") + world_.tables(universe);
    };
    const std::string first = all("a");
    EXPECT_NE(first.find(R"("TableId":)"), std::string::npos);
    EXPECT_EQ(all("b"), first);
}

TEST_F(UniversesTest, GiveEveryTableItsOwnId) {
    world_.create_table("a", "Tab");
    world_.create_table("a", "Second");
    fork("a", "b");
    world_.create_table("b", "Third");
    const auto id = [&](const std::string& name) {
        return World::member(world_.describe("b", name), "TableId");
    };
    EXPECT_NE(id("Third"), id("Tab"));
    EXPECT_NE(id("Third"), id("Second"));
    EXPECT_NE(id("Tab"), id("Second"));
}

TEST_F(UniversesTest, AForkHasTheSameItemsAndIndexEntries) {
    world_.run(
        "a",
        "CreateTable",
        R"({"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",)" + std::string(kIndexed) + "}"
    );
    for (int i = 0; i < 40; ++i) {
        const std::string n = std::to_string(i);
        world_.put(
            "a",
            "Tab",
            "p" + std::to_string(i % 5),
            {{"sk", number(n)}, {"a", text("a" + std::to_string(i % 3))}, {"b", text("b" + n)}}
        );
    }
    fork("a", "b");
    EXPECT_EQ(world_.tables("b"), world_.tables("a"));
    EXPECT_EQ(world_.describe("b", "Tab"), world_.describe("a", "Tab"));
    for (const char* index : {"", "glo", "loc"}) {
        EXPECT_EQ(contents("b", index), contents("a", index)) << index;
        EXPECT_NE(contents("b", index).find(R"("Count":40)"), std::string::npos) << index;
    }
    // After the copy, the index entries follow the copy's own items.
    world_.put("b", "Tab", "p0", {{"sk", number(0)}, {"a", text("moved")}});
    EXPECT_NE(contents("b", "glo").find("moved"), std::string::npos);
    EXPECT_NE(contents("b", "loc").find(R"("Count":39)"), std::string::npos);
    EXPECT_EQ(contents("a", "glo").find("moved"), std::string::npos);
    EXPECT_NE(contents("a", "loc").find(R"("Count":40)"), std::string::npos);
}

TEST_F(UniversesTest, AForkAndItsOriginalAreIndependent) {
    world_.create_table("a", "Tab");
    world_.put("a", "Tab", "kept", {{"v", text("old")}});
    world_.put("a", "Tab", "deleted");
    fork("a", "b");
    world_.put("a", "Tab", "kept", {{"v", text("of a")}});
    world_.put("b", "Tab", "kept", {{"v", text("of b")}});
    world_.put("b", "Tab", "new");
    world_.run("a", remove("Tab", item({{"pk", text("deleted")}})));
    EXPECT_NE(world_.get("a", "Tab", "kept").find("of a"), std::string::npos);
    EXPECT_NE(world_.get("b", "Tab", "kept").find("of b"), std::string::npos);
    EXPECT_EQ(world_.get("a", "Tab", "new"), "{}");
    EXPECT_NE(world_.get("b", "Tab", "deleted"), "{}");
    world_.run("a", "DeleteTable", R"({"TableName":"Tab"})");
    EXPECT_EQ(world_.count("b", "Tab"), "3");
    world_.create_table("b", "Second");
    EXPECT_EQ(world_.tables("a"), R"({"TableNames":[]})");
}

TEST_F(UniversesTest, AForkHasEveryRegion) {
    world_.run("a", "CreateTable", World::create_table_request("East"), "us-east-1");
    world_.run("a", "CreateTable", World::create_table_request("West"), "eu-west-1");
    fork("a", "b");
    EXPECT_EQ(world_.run("b", "ListTables", "{}", "us-east-1"), R"({"TableNames":["East"]})");
    EXPECT_EQ(world_.run("b", "ListTables", "{}", "eu-west-1"), R"({"TableNames":["West"]})");
}

TEST_F(UniversesTest, AForkOfTheDefaultUniverseAndIntoIt) {
    world_.create_table("", "Tab");
    world_.put("", "Tab", "x");
    fork("", "b");
    world_.put("b", "Tab", "y");
    EXPECT_EQ(world_.count("", "Tab"), "1");
    fork("b", "");
    EXPECT_EQ(world_.count("", "Tab"), "2");
    world_.put("", "Tab", "z");
    EXPECT_EQ(world_.count("b", "Tab"), "2");
}

TEST_F(UniversesTest, AForkKeepsTagsAndTimeToLive) {
    world_.create_table("a", "Tab", R"("Tags":[{"Key":"k","Value":"v"}])");
    world_.enable_time_to_live("a", "Tab");
    fork("a", "b");
    const std::string arn = World::member(world_.describe("b", "Tab"), "TableArn");
    const std::string request = R"({"ResourceArn":")" + arn + R"("})";
    EXPECT_EQ(
        world_.run("b", "ListTagsOfResource", request), R"({"Tags":[{"Key":"k","Value":"v"}]})"
    );
    const std::string table = R"({"TableName":"Tab"})";
    EXPECT_EQ(
        world_.run("b", "DescribeTimeToLive", table), world_.run("a", "DescribeTimeToLive", table)
    );
}

TEST_F(UniversesTest, ItemsAlsoExpireInAFork) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.enable_time_to_live("a", "Tab");
    const std::int64_t expires_s = world_.clock().now().unix_ms() / 1'000 + 60;
    world_.put("a", "Tab", "x", {{"gone", number(expires_s)}});
    world_.put("a", "Tab", "stays");
    fork("a", "b");
    world_.put("a", "Tab", "x");  // does not expire here any longer
    EXPECT_LE(world_.universe("b").deadlines().next(), Instant(expires_s * 1'000 + 1'000));
    world_.real().advance(2 * 60'000);
    engine().run_due(0);
    EXPECT_EQ(world_.get("b", "Tab", "x"), "{}");
    EXPECT_NE(world_.get("b", "Tab", "stays"), "{}");
    EXPECT_NE(world_.get("a", "Tab", "x"), "{}");
    const std::string records = world_.records("b", world_.stream_arn("b", "Tab"));
    EXPECT_NE(records.find("REMOVE"), std::string::npos);
    EXPECT_NE(records.find("dynamodb.amazonaws.com"), std::string::npos);
}

TEST_F(UniversesTest, AForkHasTheStreamsAndTheirLineage) {
    world_.create_table("a", "Tab", kStreamOn);
    for (const char* pk : {"p", "q", "r", "s", "t"}) world_.put("a", "Tab", pk);
    world_.real().advance(5 * kHourMs);  // shards are closed and followed by others
    engine().run_due(0);
    world_.put("a", "Tab", "late");
    const std::string arn = world_.stream_arn("a", "Tab");
    fork("a", "b");
    EXPECT_EQ(world_.stream_arn("b", "Tab"), arn);
    const std::string lineage = world_.describe_stream("a", arn);
    EXPECT_NE(lineage.find("ParentShardId"), std::string::npos);
    EXPECT_EQ(world_.describe_stream("b", arn), lineage);
    const auto keys = world_.recorded_keys("a", "Tab");
    EXPECT_EQ(keys.size(), 6U);
    EXPECT_EQ(world_.recorded_keys("b", "Tab"), keys);
}

TEST_F(UniversesTest, LaterWritesGoToTheCopysOwnStream) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.put("a", "Tab", "before");
    fork("a", "b");
    world_.put("a", "Tab", "of-a");
    world_.put("b", "Tab", "of-b");
    world_.put("b", "Tab", "of-b-too");
    const auto has = [&](const std::string& universe, const std::string& key) {
        const auto keys = world_.recorded_keys(universe, "Tab");
        return std::count(keys.begin(), keys.end(), key);
    };
    EXPECT_EQ(has("a", "before"), 1);
    EXPECT_EQ(has("b", "before"), 1);
    EXPECT_EQ(has("a", "of-a"), 1);
    EXPECT_EQ(has("b", "of-a"), 0);
    EXPECT_EQ(has("a", "of-b"), 0);
    EXPECT_EQ(has("b", "of-b"), 1);
    EXPECT_EQ(has("b", "of-b-too"), 1);
}

TEST_F(UniversesTest, AForksShardsRollOverIndependently) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.put("a", "Tab", "x");
    const std::string arn = world_.stream_arn("a", "Tab");
    fork("a", "b");
    const std::string before = world_.describe_stream("a", arn);
    table("b", "Tab")->split_partition(UINT64_MAX / 8, world_.clock().now());
    EXPECT_EQ(world_.describe_stream("a", arn), before);
    const std::string after = world_.describe_stream("b", arn);
    EXPECT_EQ(testing::all_matches(after, R"re("ShardId":"([^"]+)")re").size(), 6U);
    EXPECT_EQ(testing::all_matches(after, R"re("ParentShardId":"([^"]+)")re").size(), 2U);
    world_.put("b", "Tab", "y");
    EXPECT_EQ(world_.recorded_keys("b", "Tab").size(), 2U);
    // The clock advances: the copy's shards are closed in time, like all others.
    world_.real().advance(5 * kHourMs);
    engine().run_due(0);
    EXPECT_GT(
        testing::all_matches(world_.describe_stream("b", arn), R"re("ShardId":"([^"]+)")re").size(),
        6U
    );
}

TEST_F(UniversesTest, AForkHasADisabledStream) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.put("a", "Tab", "x");
    const std::string arn = world_.stream_arn("a", "Tab");
    world_.run(
        "a", "UpdateTable", R"({"TableName":"Tab","StreamSpecification":{"StreamEnabled":false}})"
    );
    fork("a", "b");
    EXPECT_NE(world_.describe_stream("b", arn).find("DISABLED"), std::string::npos);
    EXPECT_EQ(world_.records("b", arn), world_.records("a", arn));
    world_.put("b", "Tab", "y");
    EXPECT_EQ(world_.records("b", arn), world_.records("a", arn));
    // After a day the stream is also deleted in the fork.
    world_.real().advance(26 * kHourMs);
    engine().run_due(0);
    EXPECT_TRUE(world_.describe_stream("b", arn).starts_with("ResourceNotFoundException"));
}

TEST_F(UniversesTest, AForkHasTheTokensOfTransactions) {
    world_.create_table("a", "Tab");
    world_.add_one("a", "Tab", "x", "token");
    fork("a", "b");
    EXPECT_EQ(world_.add_one("b", "Tab", "x", "token"), "{}");
    EXPECT_EQ(world_.number("b", "Tab", "x"), "1");
    EXPECT_TRUE(world_.add_one("b", "Tab", "y", "token").starts_with("IdempotentParameterMismatch")
    );
    // A token used after the fork is used only in that universe.
    world_.add_one("a", "Tab", "x", "later");
    world_.add_one("b", "Tab", "x", "later");
    EXPECT_EQ(world_.number("a", "Tab", "x"), "2");
    EXPECT_EQ(world_.number("b", "Tab", "x"), "2");
}

TEST_F(UniversesTest, CopiedTokensExpireWithTheirOriginals) {
    world_.create_table("a", "Tab");
    world_.create_table("", "Tab");
    world_.add_one("a", "Tab", "x", "token");
    world_.real().advance(5 * 60'000);
    world_.add_one("", "Tab", "x", "younger");
    fork("a", "b");
    world_.real().advance(6 * 60'000);
    world_.add_one("a", "Tab", "x", "token");
    EXPECT_EQ(world_.number("a", "Tab", "x"), "2");
    world_.add_one("b", "Tab", "x", "token");
    EXPECT_EQ(world_.number("b", "Tab", "x"), "2") << "the copy's token is older than 10 minutes";
}

TEST_F(UniversesTest, ATableIsReachedByTheArnItsForkShows) {
    EngineOptions options;
    options.universes_are_accounts = true;
    World world({.engine = options});
    world.create_table("111111111111", "Tab", kStreamOn);
    world.engine().copy_universe("111111111111", "222222222222");
    const std::string arn = World::member(world.describe("222222222222", "Tab"), "TableArn");
    EXPECT_EQ(world.status("222222222222", arn), "ACTIVE") << arn;
    EXPECT_NE(
        world.records("222222222222", world.stream_arn("222222222222", "Tab")).find("Records"),
        std::string::npos
    );
}

TEST_F(UniversesTest, AForkCompletesTheTransitionsOfItsTables) {
    EngineOptions options;
    options.table_delay_ms = 1'000;
    World world({.engine = options});
    world.create_table("a", "Tab");
    world.real().advance(1'000);
    world.run("a", "DeleteTable", R"({"TableName":"Tab"})");
    world.create_table("a", "Second");
    world.engine().copy_universe("a", "b");
    EXPECT_EQ(world.status("b", "Tab"), "DELETING");
    EXPECT_EQ(world.status("b", "Second"), "CREATING");
    world.real().advance(1'000);
    EXPECT_EQ(world.tables("b"), R"({"TableNames":["Second"]})");
    EXPECT_EQ(world.status("b", "Second"), "ACTIVE");
}

TEST_F(UniversesTest, AForkReplacesTheTarget) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.put("a", "Tab", "x");
    world_.create_table("b", "Tab", kStreamOn);
    world_.create_table("b", "Old", kStreamOn);
    world_.run("b", "CreateTable", World::create_table_request("West"), "eu-west-1");
    world_.add_one("b", "Old", "x", "token");
    fork("a", "b");
    EXPECT_EQ(world_.tables("b"), R"({"TableNames":["Tab"]})");
    EXPECT_EQ(world_.run("b", "ListTables", "{}", "eu-west-1"), R"({"TableNames":[]})");
    const std::string streams = world_.run("b", "ListStreams", "{}");
    EXPECT_EQ(testing::all_matches(streams, R"re("TableName":"([^"]+)")re").size(), 1U);
    world_.create_table("b", "Old");
    EXPECT_EQ(world_.add_one("b", "Old", "y", "token"), "{}");
}

TEST_F(UniversesTest, AForkIsNotHeldBackByTheReplicasOfItsOriginal) {
    world_.create_table("a", "Tab");
    world_.call("POST", "/consistency/pin", R"({"universe":"a","table":"Tab"})");
    world_.put("a", "Tab", "x");
    fork("a", "b");
    EXPECT_EQ(world_.get("a", "Tab", "x", false), "{}");
    EXPECT_NE(world_.get("b", "Tab", "x", false), "{}");
}

TEST_F(UniversesTest, ResetEmptiesAUniverse) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.put("a", "Tab", "x");
    world_.add_one("a", "Tab", "x", "token");
    world_.run("a", "CreateTable", World::create_table_request("West"), "eu-west-1");
    engine().clear_universe("a", false);
    EXPECT_TRUE(engine().universes().exists("a"));
    EXPECT_EQ(world_.tables("a"), R"({"TableNames":[]})");
    EXPECT_EQ(world_.run("a", "ListStreams", "{}"), R"({"Streams":[]})");
    EXPECT_EQ(world_.run("a", "ListTables", "{}", "eu-west-1"), R"({"TableNames":[]})");
    world_.create_table("a", "Tab", kStreamOn);
    EXPECT_EQ(world_.get("a", "Tab", "x"), "{}");
    EXPECT_TRUE(world_.recorded_keys("a", "Tab").empty());
    world_.add_one("a", "Tab", "x", "token");
    EXPECT_EQ(world_.number("a", "Tab", "x"), "1");
}

TEST_F(UniversesTest, TheDefaultUniverseIsNeverForgotten) {
    world_.create_table("", "Tab");
    engine().clear_universe("", true);
    EXPECT_TRUE(engine().universes().exists(""));
    EXPECT_EQ(world_.tables(""), R"({"TableNames":[]})");
    world_.create_table("", "Tab");
    EXPECT_EQ(world_.put("", "Tab", "x"), "{}");
}

TEST_F(UniversesTest, ADeletedUniverseDoesNotExist) {
    world_.create_table("a", "Tab");
    world_.put("a", "Tab", "x");
    engine().clear_universe("a", true);
    EXPECT_FALSE(engine().universes().exists("a"));
    EXPECT_EQ(table("a", "Tab"), nullptr);
    EXPECT_EQ(world_.tables("a"), R"({"TableNames":[]})");
}

TEST_F(UniversesTest, ARequestMayOutliveItsUniverse) {
    world_.create_table("a", "Tab", kStreamOn);
    world_.enable_time_to_live("a", "Tab");
    world_.put("a", "Tab", "x", {{"gone", number(1'900'000'000)}});
    faults::WatchedContext context;
    context.place.universe = "a";
    context.place.region = "us-east-1";
    context.now = world_.clock().now();
    const std::shared_ptr<Universe> universe = engine().universe("a");
    catalog::Catalog& catalog = universe->catalog(context);
    const auto held = catalog.active_table("Tab").value();
    engine().clear_universe("a", true);
    held->split_partition(UINT64_MAX / 8, context.now);
    held->roll_shards(context.now + 5 * kHourMs);
    EXPECT_EQ(held->statistics().table.items, 1);
    EXPECT_EQ(held->stream()->shards().size(), 11U);
    EXPECT_TRUE(catalog.tables().empty());
    world_.real().advance(5 * kHourMs);
    engine().run_due(0);
    EXPECT_EQ(held->snapshot()->description.name, "Tab");
}

TEST_F(UniversesTest, AThousandUniversesKeepTheirTables) {
    for (int i = 0; i < 1'000; ++i) {
        const std::string universe = "u" + std::to_string(i);
        world_.create_table(universe, "Tab");
        world_.put(universe, "Tab", universe);
    }
    EXPECT_EQ(engine().universes().names().size(), 1'001U);
    world_.real().advance(kHourMs);
    engine().run_due(0);
    for (int i = 0; i < 1'000; ++i) {
        const std::string universe = "u" + std::to_string(i);
        ASSERT_NE(world_.get(universe, "Tab", universe), "{}") << universe;
        ASSERT_EQ(world_.count(universe, "Tab"), "1") << universe;
    }
    for (int i = 0; i < 1'000; i += 2) {
        engine().clear_universe("u" + std::to_string(i), true);
    }
    EXPECT_EQ(engine().universes().names().size(), 501U);
    EXPECT_EQ(world_.count("u999", "Tab"), "1");
}

}  // namespace
}  // namespace stator::engine::universes
