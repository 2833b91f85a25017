// Global tables through the whole engine: how replicas are removed, restarts, and copies of the
// universe.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/replicas.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::replicas::kHome;
using testing::replicas::kIreland;
using testing::replicas::kTokyo;
using testing::replicas::named;
using testing::replicas::put;
using testing::replicas::remove;
using testing::replicas::replica;
using testing::replicas::World;

constexpr std::int64_t kDayMs = 24LL * 3'600'000;

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
        world.describe(kHome), HasSubstr(R"({"RegionName":"eu-west-1","ReplicaStatus":"DELETING",)")
    );
    EXPECT_THAT(
        world.database.run("DeleteTable", named()),
        "ResourceInUseException: The resource which you are attempting to change is in use."
    );
    world.pass(500);
    EXPECT_THAT(world.describe(kIreland), StartsWith("ResourceNotFoundException"));
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("Replicas")));
    EXPECT_THAT(world.describe(kHome), Not(HasSubstr("GlobalTableVersion")));
    world.database.run(put("a", "alone"));
    EXPECT_THAT(world.add(kIreland), HasSubstr("UPDATING"));
    world.pass(500);
    EXPECT_EQ(world.value("a", kIreland), "alone");
}

TEST(GlobalTables, EndWithTheLastReplicaAndItsWrites) {
    testing::TemporaryDirectory directory;
    {
        World world({}, directory.path());
        world.create();
        world.set_lag(1'000);
        world.add(kIreland);
        world.database.run(put("a", "last"), kIreland);
        world.database.run("UpdateTable", replica("Delete", kIreland));
        world.pass(0);
        replication::GlobalTables& all = world.database.universe().global_tables();
        EXPECT_EQ(inspection::inspect_global_tables(world.database.universe()).size(), 0U);
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
    world.database.run(put("a", "again"), kIreland);
    world.pass(5'000);
    EXPECT_EQ(world.value("a", kHome), "again");
}

TEST(GlobalTables, AReplicaCanBeAddedAgainWhileItsWritesAreInTransit) {
    World world;
    world.create();
    world.set_lag(1'000);
    world.add(kIreland);
    world.pass(kDayMs);
    world.database.run(put("a", "home"));
    world.database.run("DeleteTable", named());
    world.pass(0);
    world.database.run("UpdateTable", replica("Create", kTokyo), kIreland);
    world.pass(1'000);
    EXPECT_EQ(world.value("a", kIreland), "home");
    EXPECT_EQ(world.value("a", kTokyo), "home");
}

TEST(GlobalTables, ASourceCanBeRemovedAfterADay) {
    World world;
    world.create();
    world.set_lag(0);
    world.add(kIreland);
    world.pass(kDayMs);
    EXPECT_THAT(world.database.run("DeleteTable", named()), HasSubstr("DELETING"));
    world.pass(0);
    EXPECT_THAT(world.describe(kIreland), Not(HasSubstr("Replicas")));
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
        world.database.run(put("a", "home"));
        world.database.run(put("b", "home"));
        world.pass(1'000);
        world.database.run(put("a", "tokyo"), kTokyo);
        world.database.run(remove("b"), kIreland);
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
    world.database.run(put("a", "1"));
    world.database.engine().copy_universe("", "fork");
    world.pass(1'000);
    const auto fork = world.database.engine().universe("fork");
    EXPECT_EQ(
        fork->global_tables().links().settings(),
        world.database.universe().global_tables().links().settings()
    );
    fork->run_due();
    for (const auto& universe : {fork, world.database.engine().universe("")}) {
        const auto table = universe->region(kIreland).find_table("tbl");
        ASSERT_NE(table, nullptr);
        EXPECT_EQ(table->statistics().table.items, 1) << universe->name();
    }
    // The copy and the original are independent.
    world.database.run(put("b", "2"));
    world.pass(1'000);
    fork->run_due();
    EXPECT_EQ(fork->region(kIreland).find_table("tbl")->statistics().table.items, 1);
    EXPECT_EQ(world.value("b", kIreland), "2");
}

}  // namespace
}  // namespace stator::engine::operations::control
