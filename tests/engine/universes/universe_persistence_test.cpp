// Universes of a persistent engine after a restart: forks, resets and deletions.
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "engine/faults/watched_context.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::engine::universes {
namespace {

using testing::item;
using testing::kStreamOn;
using testing::number;
using testing::remove;
using testing::text;
using testing::World;

constexpr std::int64_t kSavedHourMs = 3'600'000;

class UniversePersistenceTest : public ::testing::Test {
protected:
    UniversePersistenceTest() { reopen(); }

    // Closes and reopens the engine.
    void reopen() {
        if (world_) {
            ASSERT_TRUE(world_->engine().close());
        }
        world_.reset();
        world_.emplace(testing::WorldOptions{.engine = options_, .directory = directory_.path()});
    }

    World& world() { return *world_; }

    Engine& engine() { return world_->engine(); }

    EngineOptions options_ = {.seed = 5};
    testing::TemporaryDirectory directory_;
    std::optional<World> world_;
};

TEST_F(UniversePersistenceTest, RestoresUniverses) {
    world().create_table("a", "Tab");
    world().put("a", "Tab", "x");
    world().create_table("", "Tab");
    world().run("a", "CreateTable", World::create_table_request("West"), "eu-west-1");
    const std::string described = world().describe("a", "Tab");
    reopen();
    EXPECT_EQ(engine().universes().names(), (std::vector<std::string>{"", "a"}));
    EXPECT_EQ(world().describe("a", "Tab"), described);
    EXPECT_NE(world().get("a", "Tab", "x"), "{}");
    EXPECT_EQ(world().get("", "Tab", "x"), "{}");
    EXPECT_EQ(world().run("a", "ListTables", "{}", "eu-west-1"), R"({"TableNames":["West"]})");
}

TEST_F(UniversePersistenceTest, RestoresAGivenSeed) {
    const auto seed = [&](const std::string& name) { return world().universe(name).seeds().given; };
    engine().reset_universe("a", {7, {}});
    engine().reset_universe("", {8, {}});
    engine().copy_universe("a", "b");
    for (const char* name : {"", "a", "b"}) world().create_table(name, "Tab");
    options_.seed.reset();
    reopen();
    EXPECT_EQ(seed("a"), 7U);
    EXPECT_EQ(seed("b"), 7U);
    EXPECT_EQ(seed(""), 8U);
    // A new table must not repeat the id of an earlier one.
    const std::string id = World::member(world().describe("a", "Tab"), "TableId");
    EXPECT_NE(World::member(world().create_table("a", "Second"), "TableId"), id);
    engine().clear_universe("a", true);
    world().create_table("a", "Tab");
    options_.seed = 5;
    reopen();
    EXPECT_EQ(seed("a"), 5U) << "the seed went with the universe";
    EXPECT_EQ(seed(""), 5U) << "the command line counts more";
    EXPECT_EQ(seed("b"), 7U);
}

TEST_F(UniversePersistenceTest, RestoresAForkWithItemsStreamsAndTokens) {
    world().create_table("a", "Tab", kStreamOn);
    world().enable_time_to_live("a", "Tab");
    const std::int64_t expires_s = world().clock().now().unix_ms() / 1'000 + 60;
    world().put("a", "Tab", "x", {{"v", text("old")}});
    world().put("a", "Tab", "dies", {{"gone", number(expires_s)}});
    world().add_one("a", "Tab", "counted", "token");
    engine().copy_universe("a", "b");
    world().put("a", "Tab", "of-a");
    world().put("b", "Tab", "of-b");
    world().put("b", "Tab", "x", {{"v", text("new")}});
    const std::string arn = world().stream_arn("b", "Tab");
    const std::string lineage = world().describe_stream("b", arn);
    const std::string records = world().records("b", arn);
    const std::string described = world().describe("b", "Tab");
    reopen();
    EXPECT_EQ(world().describe("b", "Tab"), described);
    EXPECT_EQ(world().count("b", "Tab"), "4");
    EXPECT_EQ(world().count("a", "Tab"), "4");
    EXPECT_EQ(world().get("b", "Tab", "of-a"), "{}");
    EXPECT_NE(world().get("b", "Tab", "x").find("new"), std::string::npos);
    EXPECT_NE(world().get("a", "Tab", "x").find("old"), std::string::npos);
    EXPECT_EQ(world().describe_stream("b", arn), lineage);
    EXPECT_EQ(world().recorded_keys("b", "Tab").size(), 5U);
    EXPECT_EQ(
        testing::all_matches(world().records("b", arn), R"re("eventName":"(\w+)")re"),
        testing::all_matches(records, R"re("eventName":"(\w+)")re")
    );
    world().add_one("b", "Tab", "counted", "token");
    EXPECT_EQ(world().number("b", "Tab", "counted"), "1");
    world().real().advance(2 * 60'000);
    EXPECT_EQ(world().get("b", "Tab", "dies"), "{}");
}

TEST_F(UniversePersistenceTest, ItemsOfAForkStayUpdatableAcrossReopenings) {
    world().create_table("a", "Tab");
    for (int i = 0; i < 20; ++i) world().put("a", "Tab", "k" + std::to_string(i));
    engine().copy_universe("a", "b");
    for (int round = 1; round <= 3; ++round) {
        for (int i = 0; i < 20; ++i) {
            const std::string token = std::to_string(round) + "-" + std::to_string(i);
            ASSERT_EQ(world().add_one("b", "Tab", "k" + std::to_string(i), token), "{}");
        }
        world().put("b", "Tab", "round" + std::to_string(round));
        world().run("b", remove("Tab", item({{"pk", text("round" + std::to_string(round - 1))}})));
        reopen();
        ASSERT_EQ(world().count("b", "Tab"), "21");
        for (int i = 0; i < 20; ++i) {
            const std::string key = "k" + std::to_string(i);
            ASSERT_EQ(world().number("b", "Tab", key), std::to_string(round)) << key;
            ASSERT_EQ(world().number("a", "Tab", key), "") << key;
        }
        ASSERT_EQ(world().count("a", "Tab"), "20");
    }
}

TEST_F(UniversePersistenceTest, RestoresForksMadeBeforeAndAfterARestart) {
    world().create_table("a", "Tab", kStreamOn);
    world().put("a", "Tab", "x");
    reopen();
    world().put("a", "Tab", "y");
    engine().copy_universe("a", "b");
    world().put("b", "Tab", "z");
    reopen();
    engine().copy_universe("b", "c");
    world().put("c", "Tab", "x", {{"v", text("of c")}});
    reopen();
    EXPECT_EQ(world().count("a", "Tab"), "2");
    EXPECT_EQ(world().count("b", "Tab"), "3");
    EXPECT_EQ(world().count("c", "Tab"), "3");
    EXPECT_EQ(world().get("b", "Tab", "x").find("of c"), std::string::npos);
    EXPECT_EQ(world().recorded_keys("c", "Tab").size(), 4U);
}

TEST_F(UniversePersistenceTest, AForkReplacesTheStoredUniverse) {
    world().create_table("a", "Tab", kStreamOn);
    world().put("a", "Tab", "x");
    world().create_table("b", "Old", kStreamOn);
    world().create_table("b", "Tab", kStreamOn);
    world().put("b", "Tab", "y");
    world().add_one("b", "Old", "z", "token");
    engine().copy_universe("a", "b");
    reopen();
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Tab"]})");
    EXPECT_EQ(world().count("b", "Tab"), "1");
    EXPECT_EQ(world().get("b", "Tab", "y"), "{}");
    const std::string streams = world().run("b", "ListStreams", "{}");
    EXPECT_EQ(testing::all_matches(streams, R"re("TableName":"([^"]+)")re").size(), 1U);
    EXPECT_EQ(world().recorded_keys("b", "Tab"), std::vector<std::string>{"x"});
    world().create_table("b", "Old");
    EXPECT_EQ(world().add_one("b", "Old", "another", "token"), "{}");
}

TEST_F(UniversePersistenceTest, AResetSurvives) {
    for (const char* universe : {"", "a"}) {
        world().create_table(universe, "Tab", kStreamOn);
        world().add_one(universe, "Tab", "x", "token");
        world().run(universe, "CreateTable", World::create_table_request("West"), "eu-west-1");
        engine().clear_universe(universe, false);
        world().create_table(universe, "New");
    }
    reopen();
    for (const char* universe : {"", "a"}) {
        EXPECT_EQ(world().tables(universe), R"({"TableNames":["New"]})");
        EXPECT_EQ(world().run(universe, "ListStreams", "{}"), R"({"Streams":[]})");
        EXPECT_EQ(world().run(universe, "ListTables", "{}", "eu-west-1"), R"({"TableNames":[]})");
        world().create_table(universe, "Tab");
        world().add_one(universe, "Tab", "x", "token");
        EXPECT_EQ(world().number(universe, "Tab", "x"), "1");
    }
}

TEST_F(UniversePersistenceTest, ADeletedUniverseIsNotRestored) {
    world().create_table("a", "Tab", kStreamOn);
    world().add_one("a", "Tab", "x", "token");
    reopen();
    world().put("a", "Tab", "y");
    engine().clear_universe("a", true);
    reopen();
    EXPECT_FALSE(engine().universes().exists("a"));
    world().create_table("a", "Tab", kStreamOn);
    EXPECT_EQ(world().count("a", "Tab"), "0");
    EXPECT_TRUE(world().recorded_keys("a", "Tab").empty());
    world().add_one("a", "Tab", "x", "token");
    reopen();
    EXPECT_EQ(world().count("a", "Tab"), "1");
    EXPECT_EQ(world().recorded_keys("a", "Tab").size(), 1U);
}

TEST_F(UniversePersistenceTest, LaterForksDoNotHaveForgottenTokens) {
    world().create_table("a", "Tab");
    world().add_one("a", "Tab", "x", "token");
    world().create_table("", "Tab");
    world().add_one("", "Tab", "x", "of-another-universe");
    engine().clear_universe("a", false);
    world().create_table("a", "Tab");
    reopen();
    engine().copy_universe("a", "b");
    EXPECT_EQ(world().add_one("b", "Tab", "y", "token"), "{}");
}

// A request may have found its table or its region just before the universe is deleted.
TEST_F(UniversePersistenceTest, ARequestThatOutlivesItsUniverseRestoresNothing) {
    world().create_table("a", "Tab", kStreamOn);
    world().put("a", "Tab", "x");
    faults::WatchedContext context;
    context.place.universe = "a";
    context.place.region = "us-east-1";
    const std::shared_ptr<Universe> universe = engine().universe("a");
    context.now = universe->now();
    catalog::Catalog& held = universe->catalog(context);
    const auto table = held.active_table("Tab").value();
    engine().clear_universe("a", true);
    protocol::operations::tables::CreateTableRequest request;
    request.table_name = "Late";
    request.key_schema = {{"pk", protocol::values::KeyType::Hash}};
    request.attribute_definitions = {{"pk", protocol::values::AttributeType::String}};
    static_cast<void>(held.create_table(request, context.now));
    table->split_partition(UINT64_MAX / 8, context.now);
    table->roll_shards(context.now + 5 * kSavedHourMs);
    reopen();
    EXPECT_FALSE(engine().universes().exists("a"));
    EXPECT_EQ(world().tables("a"), R"({"TableNames":[]})");
    EXPECT_EQ(world().run("a", "ListStreams", "{}"), R"({"Streams":[]})");
}

// The data file contains tables; a universe without tables is not stored.
TEST_F(UniversePersistenceTest, AnEmptyUniverseIsForgotten) {
    world().call("POST", "/universes", R"({"name":"empty"})");
    world().create_table("emptied", "Tab");
    engine().clear_universe("emptied", false);
    reopen();
    EXPECT_FALSE(engine().universes().exists("empty"));
    EXPECT_FALSE(engine().universes().exists("emptied"));
}

TEST_F(UniversePersistenceTest, EqualUniversesStayEqualAcrossARestart) {
    for (const char* universe : {"a", "b"}) world().create_table(universe, "Tab");
    reopen();
    for (const char* universe : {"a", "b"}) world().create_table(universe, "Second");
    EXPECT_EQ(world().describe("a", "Second"), world().describe("b", "Second"));
}

TEST_F(UniversePersistenceTest, TableIdsAreUniqueAcrossARestart) {
    world().create_table("a", "Tab");
    const std::string id = World::member(world().describe("a", "Tab"), "TableId");
    world().run("a", "DeleteTable", R"({"TableName":"Tab"})");
    engine().run_due(0);
    ASSERT_EQ(world().tables("a"), R"({"TableNames":[]})");
    reopen();
    world().create_table("a", "Tab");
    EXPECT_NE(World::member(world().describe("a", "Tab"), "TableId"), id);
}

TEST_F(UniversePersistenceTest, RestoresManyUniverses) {
    for (int i = 0; i < 200; ++i) {
        const std::string universe = "u" + std::to_string(i);
        world().create_table(universe, "Tab");
        world().put(universe, "Tab", universe);
        if (i % 3 == 0) engine().clear_universe(universe, true);
        if (i % 3 == 1) engine().copy_universe(universe, universe + "copy");
    }
    reopen();
    EXPECT_EQ(engine().universes().names().size(), 1U + 133U + 67U);
    for (int i = 0; i < 200; ++i) {
        const std::string universe = "u" + std::to_string(i);
        if (i % 3 == 0) {
            ASSERT_FALSE(engine().universes().exists(universe));
            continue;
        }
        ASSERT_NE(world().get(universe, "Tab", universe), "{}");
        const std::string copy = i % 3 == 1 ? universe + "copy" : universe;
        ASSERT_NE(world().get(copy, "Tab", universe), "{}");
    }
}

// Forks share rows on disk. Each fork must keep the state of its creation, regardless of later
// changes to other universes.
TEST_F(UniversePersistenceTest, RestoresForksOfForksUnchanged) {
    const auto mark = [](const std::string& universe, int round) {
        return universe + "-" + std::to_string(round);
    };
    world().create_table("a", "Tab", kStreamOn);
    for (int i = 0; i < 30; ++i) world().put("a", "Tab", "k" + std::to_string(i));
    const std::vector<std::pair<std::string, std::string>> forks = {
        {"a", "b"}, {"a", "c"}, {"b", "d"}, {"d", "e"}, {"a", "f"}};
    int round = 0;
    for (const auto& [from, to] : forks) {
        engine().copy_universe(from, to);
        world().put(from, "Tab", "k1", {{"v", text(mark(from, ++round))}});
        world().put(to, "Tab", "k2", {{"v", text(mark(to, round))}});
        world().run(to, remove("Tab", item({{"pk", text("k3")}})));
    }
    const auto everything = [&] {
        std::string text;
        for (const char* universe : {"a", "b", "c", "d", "e", "f"}) {
            text += world().run(universe, "Scan", R"({"TableName":"Tab"})") + "\n";
            const std::string arn = world().stream_arn(universe, "Tab");
            const std::string records = world().records(universe, arn);
            for (const std::string& name :
                 testing::all_matches(records, R"re("[eS][a-z]+N[a-z]+":"(\w+)")re")) {
                text += name + " ";
            }
        }
        return text;
    };
    const std::string before = everything();
    reopen();
    EXPECT_EQ(everything(), before);
    engine().clear_universe("a", true);
    world().run("b", "DeleteTable", R"({"TableName":"Tab"})");
    engine().run_due(0);
    reopen();
    EXPECT_EQ(world().count("e", "Tab"), "29");
    EXPECT_NE(world().get("e", "Tab", "k2").find("e-4"), std::string::npos);
    EXPECT_EQ(world().count("f", "Tab"), "29");
    world().create_table("b", "Tab", kStreamOn);
    reopen();
    EXPECT_EQ(world().count("b", "Tab"), "0");
    EXPECT_TRUE(world().recorded_keys("b", "Tab").empty());
    EXPECT_EQ(world().count("c", "Tab"), "29");
}

// After a restart, the items of a fork are shared with the original, but each table has its own
// indexes.
TEST_F(UniversePersistenceTest, AForkMayHaveOtherIndexesAfterARestart) {
    world().create_table("a", "Tab");
    for (const char* pk : {"p", "q", "r"}) world().put("a", "Tab", pk, {{"g", text("same")}});
    engine().copy_universe("a", "b");
    world().run(
        "b",
        "UpdateTable",
        R"({"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"g","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[{"Create":)"
        R"({"IndexName":"by-g","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}}]})"
    );
    world().enable_time_to_live("a", "Tab");
    reopen();
    const std::string scan = world().run("b", "Scan", R"({"TableName":"Tab","IndexName":"by-g"})");
    EXPECT_NE(scan.find(R"("Count":3)"), std::string::npos) << scan;
    world().put("b", "Tab", "p", {{"g", text("other")}});
    world().put("a", "Tab", "p", {{"gone", number(1'750'000'060)}});
    world().real().advance(2 * 60'000);
    EXPECT_EQ(world().count("a", "Tab"), "2");
    EXPECT_EQ(world().count("b", "Tab"), "3");
}

}  // namespace
}  // namespace stator::engine::universes
