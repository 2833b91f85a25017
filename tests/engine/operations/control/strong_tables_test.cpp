// Tables with strong consistency through the whole engine: one commit in all regions, operation
// while regions are cut off, and unsupported features.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/storage/partition.hpp"
#include "engine/stream/shard.hpp"
#include "tests/support/replicas.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::replicas::kHome;
using testing::replicas::kOhio;
using testing::replicas::kOregon;
using testing::replicas::named;
using testing::replicas::put;
using testing::replicas::remove;
using testing::replicas::World;

constexpr std::string_view kUnavailable = "InternalServerError";

class StrongTable : public ::testing::Test {
protected:
    StrongTable() {
        world.create();
        world.make_strong();
    }

    std::string write(const std::string& value, std::string_view region) {
        return world.database.run(put("a", value), region);
    }

    World world;
};

TEST_F(StrongTable, IsShownWithItsConsistency) {
    World other({.table_delay_ms = 500});
    other.create();
    other.pass(500);
    const std::string reply = other.make_strong(true);
    EXPECT_THAT(reply, HasSubstr(R"("TableStatus":"UPDATING")"));
    EXPECT_THAT(reply, HasSubstr(R"("MultiRegionConsistency":"STRONG","Replicas":[])"));
    EXPECT_THAT(
        other.describe(kHome),
        HasSubstr(
            R"("GlobalTableWitnesses":[{"RegionName":"us-west-2","WitnessStatus":"CREATING"}])"
        )
    );
    other.pass(500);
    for (const std::string_view region : {kHome, kOhio}) {
        EXPECT_THAT(other.describe(region), HasSubstr(R"("MultiRegionConsistency":"STRONG")"));
        EXPECT_THAT(other.describe(region), HasSubstr(R"("WitnessStatus":"ACTIVE")"));
        EXPECT_THAT(other.describe(region), Not(HasSubstr("StreamSpecification")));
    }
    EXPECT_THAT(other.describe(kOregon), StartsWith("ResourceNotFoundException"));
    EXPECT_THAT(world.describe(kOregon), Not(HasSubstr("GlobalTableWitnesses")));
}

TEST_F(StrongTable, IsWrittenInAllRegionsTogether) {
    write("1", kHome);
    for (const std::string_view region : {kHome, kOhio, kOregon}) {
        EXPECT_EQ(world.strong_value("a", region), "1") << region;
    }
    const std::string update =
        named(R"(,"Key":{"pk":{"S":"a"}},"UpdateExpression":"SET v = :v","ConditionExpression":)"
              R"("v = :old","ReturnValues":"ALL_OLD","ExpressionAttributeValues":)"
              R"({":v":{"S":"2"},":old":{"S":"1"}})");
    EXPECT_THAT(world.database.run("UpdateItem", update, kOregon), HasSubstr(R"("v":{"S":"1"})"));
    EXPECT_THAT(
        world.database.run("UpdateItem", update, kOhio), StartsWith("ConditionalCheckFailed")
    );
    EXPECT_EQ(world.strong_value("a", kHome), "2");
    world.database.run(remove("a"), kOhio);
    EXPECT_EQ(world.strong_value("a", kOregon), "none");
    EXPECT_EQ(world.state().retained, 0U) << "nothing is on its way";
}

TEST_F(StrongTable, WorksWithTwoOfThreeRegions) {
    write("1", kHome);
    world.cut_off(kOregon);
    EXPECT_THAT(write("2", kOregon), StartsWith(std::string(kUnavailable)));
    EXPECT_THAT(world.strong_value("a", kOregon), StartsWith(std::string(kUnavailable)));
    EXPECT_EQ(world.value("a", kOregon), "1") << "what is not consistent it can serve";
    EXPECT_EQ(write("3", kOhio), "{}");
    EXPECT_EQ(world.strong_value("a", kHome), "3");
    EXPECT_EQ(world.value("a", kOregon), "1");
    world.change_links([](auto& links) { links.cuts.clear(); });
    EXPECT_EQ(world.strong_value("a", kOregon), "3") << "it catches up before it answers";
    EXPECT_EQ(write("4", kOregon), "{}");
    EXPECT_EQ(world.strong_value("a", kHome), "4");
    EXPECT_EQ(world.state().retained, 0U);
    EXPECT_EQ(world.state().conflict_count, 0U);
}

TEST_F(StrongTable, ReachesARegionThroughTheThird) {
    world.change_links([](auto& links) {
        links.cuts = {{std::string(kHome), std::string(kOhio)}};
    });
    EXPECT_EQ(write("1", kHome), "{}");
    EXPECT_EQ(world.strong_value("a", kOhio), "1");
    world.change_links([](auto& links) {
        links.cuts = {{std::string(kHome), ""}, {std::string(kOhio), ""}};
    });
    for (const std::string_view region : {kHome, kOhio, kOregon}) {
        EXPECT_THAT(write("2", region), StartsWith(std::string(kUnavailable))) << region;
    }
    EXPECT_EQ(world.value("a", kOregon), "1");
}

TEST_F(StrongTable, FindsAWriteThatOnlyTheThirdRegionHas) {
    world.cut_off(kOregon);
    EXPECT_EQ(write("1", kHome), "{}");
    world.cut_off(kHome);
    EXPECT_EQ(world.strong_value("a", kOregon), "1") << "Ohio has it, and is connected";
    EXPECT_EQ(world.strong_value("a", kOhio), "1");
    EXPECT_EQ(write("2", kOregon), "{}");
    world.cut_off(kOhio);
    EXPECT_EQ(world.strong_value("a", kHome), "2");
}

TEST_F(StrongTable, FindsAWriteThatOnlyItsWitnessHas) {
    World other;
    other.create();
    other.make_strong(true);
    other.cut_off(kOhio);
    EXPECT_EQ(other.database.run(put("a", "1")), "{}");
    other.cut_off(kHome);
    EXPECT_EQ(other.strong_value("a", kOhio), "1");
}

TEST_F(StrongTable, CountsItsWitness) {
    World other;
    other.create();
    other.make_strong(true);
    other.cut_off(kOhio);
    EXPECT_TRUE(other.state().is_strong);
    EXPECT_EQ(other.state().witness, kOregon);
    EXPECT_EQ(other.database.run(put("a", "1")), "{}");
    EXPECT_THAT(other.database.run(put("a", "2"), kOhio), StartsWith(std::string(kUnavailable)));
    other.change_links([](auto& links) {
        links.cuts = {{std::string(kOhio), ""}, {std::string(kOregon), ""}};
    });
    EXPECT_THAT(other.database.run(put("a", "3")), StartsWith(std::string(kUnavailable)));
    other.cut_off(kOregon);
    EXPECT_EQ(other.strong_value("a", kOhio), "1");
}

TEST_F(StrongTable, RefusesAWriteDuringAWriteOfAnotherRegion) {
    world.change_links([](auto& links) { links.overlap = Distribution::fixed(100); });
    EXPECT_EQ(write("1", kHome), "{}");
    EXPECT_EQ(write("2", kHome), "{}") << "its own region's writes wait for each other";
    EXPECT_THAT(write("3", kOhio), StartsWith("ReplicatedWriteConflictException"));
    EXPECT_EQ(world.strong_value("a", kOhio), "2");
    EXPECT_EQ(world.database.run(put("b", "1"), kOhio), "{}");
    world.pass(100);
    EXPECT_EQ(write("3", kOhio), "{}");
    EXPECT_EQ(world.strong_value("a", kHome), "3");
}

TEST_F(StrongTable, RefusesTransactionsAndTimeToLive) {
    EXPECT_THAT(
        world.database.run(testing::transaction({put("a", "1")})),
        StartsWith("ValidationException: Transactions are not supported for global tables")
    );
    EXPECT_THAT(
        world.database.run(
            "TransactGetItems",
            R"({"TransactItems":[{"Get":{"TableName":"tbl","Key":{"pk":{"S":"a"}}}}]})",
            kOhio
        ),
        StartsWith("ValidationException: Transactions are not supported for global tables")
    );
    EXPECT_THAT(
        world.database.run(
            "UpdateTimeToLive",
            named(R"(,"TimeToLiveSpecification":{"AttributeName":"t","Enabled":true})")
        ),
        StartsWith("ValidationException: Time to Live is not supported")
    );
    EXPECT_EQ(world.value("a", kHome), "none");
}

TEST_F(StrongTable, BeginsEmpty) {
    World other;
    other.create();
    other.database.run(put("a", "1"));
    EXPECT_THAT(other.make_strong(), HasSubstr("must not contain data"));
    EXPECT_THAT(other.describe(kHome), Not(HasSubstr("Replicas")));
    EXPECT_THAT(other.describe(kOhio), StartsWith("ResourceNotFoundException"));
    other.database.run(remove("a"));
    EXPECT_THAT(other.make_strong(), HasSubstr("UPDATING"));
}

TEST_F(StrongTable, EndsAsAWhole) {
    write("1", kOhio);
    EXPECT_THAT(
        world.database.run("DeleteTable", named(), kOhio),
        HasSubstr("Deletion of only one table replica is not supported")
    );
    const auto updates = [](const std::string& regions) {
        return named(R"(,"ReplicaUpdates":[)" + regions + "]");
    };
    const std::string ohio = R"({"Delete":{"RegionName":"us-east-2"}})";
    const std::string oregon = R"({"Delete":{"RegionName":"us-west-2"}})";
    EXPECT_THAT(
        world.database.run("UpdateTable", updates(ohio)),
        HasSubstr("Deletion of only one table replica is not supported")
    );
    EXPECT_THAT(
        world.database.run("UpdateTable", updates(ohio + "," + oregon)), HasSubstr("UPDATING")
    );
    world.pass(0);
    EXPECT_THAT(world.describe(kOhio), StartsWith("ResourceNotFoundException"));
    EXPECT_THAT(world.describe(kOregon), StartsWith("ResourceNotFoundException"));
    for (const char* member : {"Replicas", "MultiRegionConsistency", "GlobalTableVersion"}) {
        EXPECT_THAT(world.describe(kHome), Not(HasSubstr(member)));
    }
    EXPECT_TRUE(world.database.universe().global_tables().is_empty());
    EXPECT_EQ(write("2", kHome), "{}");
    EXPECT_EQ(world.strong_value("a", kHome), "2");
    EXPECT_THAT(world.database.run(testing::transaction({put("a", "3")})), "{}");
}

TEST_F(StrongTable, HasAStreamInEachRegion) {
    for (const std::string_view region : {kHome, kOregon}) {
        const std::string stream =
            R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})";
        EXPECT_THAT(
            world.database.run("UpdateTable", named(stream), region), HasSubstr("LatestStreamArn")
        );
    }
    world.pass(0);
    write("1", kOhio);
    write("2", kHome);
    for (const std::string_view region : {kHome, kOregon}) {
        const auto table = world.database.universe().region(region).find_table("tbl");
        std::size_t records = 0;
        for (storage::Partition* partition : table->partitions().all()) {
            const MutexLock lock(partition->mutex());
            records += partition->shard()->record_count();
        }
        EXPECT_EQ(records, 2U) << region;
    }
}

TEST(StrongTables, SurviveARestart) {
    testing::TemporaryDirectory directory;
    {
        World world({}, directory.path());
        world.create();
        world.make_strong();
        world.database.run(put("a", "1"));
        world.cut_off(kOregon);
        world.database.run(put("a", "2"), kOhio);
        world.database.run(put("b", "2"));
        EXPECT_EQ(world.value("a", kOregon), "1");
        world.database.close();
    }
    World world({}, directory.path());
    EXPECT_THAT(world.describe(kOregon), HasSubstr(R"("MultiRegionConsistency":"STRONG")"));
    EXPECT_EQ(world.strong_value("a", kOregon), "2");
    EXPECT_EQ(world.strong_value("b", kOregon), "2");
    EXPECT_EQ(world.database.run(put("a", "3"), kOregon), "{}");
    EXPECT_EQ(world.strong_value("a", kHome), "3");
    EXPECT_EQ(world.state().retained, 0U);
    EXPECT_EQ(world.state().conflict_count, 0U);
}

TEST(StrongTables, AreCopiedWithTheirUniverse) {
    World world;
    world.create();
    world.make_strong();
    world.database.run(put("a", "1"));
    world.database.engine().copy_universe("", "fork");
    world.database.run(put("a", "2"), kOhio);
    const auto fork = world.database.engine().universe("fork");
    const auto group = fork->global_tables().find(kOhio, "tbl");
    ASSERT_NE(group, nullptr);
    EXPECT_TRUE(group->definition().is_strong);
    const auto copy = fork->region(kOhio).find_table("tbl");
    ASSERT_NE(copy->membership(), nullptr);
    EXPECT_EQ(copy->membership()->group, group);
    EXPECT_EQ(copy->statistics().table.items, 1);
}

}  // namespace
}  // namespace stator::engine::operations::control
