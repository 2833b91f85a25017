// Resource policies and Contributor Insights of tables in forks of their universe and in restored
// snapshots of it.

#include <gtest/gtest.h>

#include <string>

#include "tests/emulator/laboratory/saved_snapshots.hpp"

namespace stator::emulator::laboratory {
namespace {

using testing::kStreamOn;
using testing::World;

class CopiedSettingsTest : public SnapshotsTest {
protected:
    static std::string policy(const std::string& action, const std::string& resource) {
        return R"({\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":{\"AWS\":\"*\"},)"
               R"(\"Action\":\"dynamodb:)" +
               action + R"(\",\"Resource\":\")" + resource + R"(\"}]})";
    }

    static std::string put_policy(
        World& world,
        const std::string& universe,
        const std::string& arn,
        const std::string& document
    ) {
        return world.run(
            universe,
            "PutResourcePolicy",
            R"({"ResourceArn":")" + arn + R"(","Policy":")" + document + "\"}"
        );
    }

    static std::string table_arn(World& world, const std::string& universe) {
        return World::member(world.describe(universe, "Tab"), "TableArn");
    }

    static std::string switch_insights(
        World& world, const std::string& universe, const std::string& action
    ) {
        return world.run(
            universe,
            "UpdateContributorInsights",
            R"({"TableName":"Tab","ContributorInsightsAction":")" + action + "\"}"
        );
    }

    // A table with a policy, a stream with another, and insights.
    void prepare(World& world, const std::string& universe) {
        world.create_table(universe, "Tab", kStreamOn);
        const std::string arn = table_arn(world, universe);
        const std::string stream = world.stream_arn(universe, "Tab");
        EXPECT_EQ(put_policy(world, universe, arn, policy("Scan", arn)).find("Exception"), kNone);
        EXPECT_EQ(
            put_policy(world, universe, stream, policy("DescribeStream", "*")).find("Exception"),
            kNone
        );
        EXPECT_EQ(switch_insights(world, universe, "ENABLE").find("Exception"), kNone);
    }

    static std::string policy_of(
        World& world, const std::string& universe, const std::string& arn
    ) {
        return world.run(universe, "GetResourcePolicy", R"({"ResourceArn":")" + arn + "\"}");
    }

    static std::string insights_of(World& world, const std::string& universe) {
        return world.run(universe, "DescribeContributorInsights", R"({"TableName":"Tab"})");
    }

    // The settings of the prepared table, as requests return them.
    static std::string settings(World& world, const std::string& universe) {
        return policy_of(world, universe, table_arn(world, universe)) + "\n" +
               policy_of(world, universe, world.stream_arn(universe, "Tab")) + "\n" +
               insights_of(world, universe) + "\n" +
               world.run(universe, "ListContributorInsights", "{}");
    }

    // Removes all of these settings.
    static void clear(World& world, const std::string& universe) {
        for (const std::string& arn :
             {table_arn(world, universe), world.stream_arn(universe, "Tab")}) {
            world.run(universe, "DeleteResourcePolicy", R"({"ResourceArn":")" + arn + "\"}");
        }
        switch_insights(world, universe, "DISABLE");
    }

    static constexpr std::size_t kNone = std::string::npos;
};

TEST_F(CopiedSettingsTest, AreThoseOfTheSavedUniverse) {
    prepare(world(), "");
    const std::string before = settings(world(), "");
    EXPECT_EQ(before.find("Exception"), kNone) << before;
    save("one", "");
    clear(world(), "");
    EXPECT_NE(settings(world(), ""), before);
    EXPECT_EQ(restore("one", ""), "restored");
    EXPECT_EQ(settings(world(), ""), before) << "in place";
    EXPECT_EQ(restore("one", "b"), "restored");
    clear(world(), "");
    EXPECT_EQ(settings(world(), "b"), before) << "beside it";
}

TEST_F(CopiedSettingsTest, AreInAForkAndChangeIndependently) {
    prepare(world(), "");
    const std::string before = settings(world(), "");
    world().call("POST", "/universes/default/fork", R"({"name":"b"})");
    EXPECT_EQ(settings(world(), "b"), before);
    clear(world(), "b");
    EXPECT_EQ(settings(world(), ""), before);
    world().call("POST", "/universes/default/fork", R"({"name":"c"})");
    clear(world(), "");
    EXPECT_EQ(settings(world(), "c"), before);
}

TEST_F(CopiedSettingsTest, SurviveARestartOfTheirServer) {
    open(true);
    prepare(world(), "");
    const std::string before = settings(world(), "");
    save("one", "");
    world().call("POST", "/universes/default/fork", R"({"name":"forked"})");
    EXPECT_EQ(restore("one", "restored"), "restored");
    clear(world(), "");
    open(true);
    EXPECT_EQ(settings(world(), "forked"), before);
    EXPECT_EQ(settings(world(), "restored"), before);
    EXPECT_NE(settings(world(), ""), before);
}

TEST_F(CopiedSettingsTest, PendingInsightsCompleteInForksAndRestoredSnapshots) {
    engine::EngineOptions options;
    options.table_delay_ms = 1'000;
    World slow({.engine = options, .snapshots = directory()});
    slow.create_table("", "Tab");
    slow.real().advance(1'000);
    switch_insights(slow, "", "ENABLE");
    ASSERT_TRUE(slow.laboratories().snapshots().save("one", ""));
    ASSERT_TRUE(slow.laboratories().snapshots().restore("one", "restored"));
    slow.call("POST", "/universes/default/fork", R"({"name":"forked"})");
    for (const char* universe : {"forked", "restored"}) {
        EXPECT_NE(insights_of(slow, universe).find("\"ENABLING\""), kNone) << universe;
    }
    slow.real().advance(1'000);
    for (const char* universe : {"forked", "restored"}) {
        EXPECT_NE(insights_of(slow, universe).find("\"ENABLED\""), kNone) << universe;
    }
}

TEST_F(CopiedSettingsTest, InsightsGrowOlderWithTheirTable) {
    constexpr std::int64_t kDayMs = 24 * 3'600'000;
    prepare(world(), "");
    const std::string before = settings(world(), "");
    save("one", "");
    const engine::Instant saved = world().real().now();
    world().real().advance(kDayMs);
    EXPECT_EQ(restore("one", "b", RestoredTime::Shifted), "restored");
    EXPECT_NE(insights_of(world(), "b"), insights_of(world(), ""));
    world().universe("c").clock().freeze(saved);
    EXPECT_EQ(restore("one", "c", RestoredTime::Shifted), "restored");
    EXPECT_EQ(settings(world(), "c"), before) << "moved by nothing";
    const std::string arn = table_arn(world(), "c");
    const std::string revision = World::member(policy_of(world(), "c", arn), "RevisionId");
    const std::string reply = put_policy(world(), "c", arn, policy("Query", "*"));
    EXPECT_NE(World::member(reply, "RevisionId"), revision) << reply;
}

// A policy is about its own table, so a copied policy names the account of the fork.
TEST_F(CopiedSettingsTest, PoliciesNameTheAccountTheyAreIn) {
    engine::EngineOptions options;
    options.universes_are_accounts = true;
    World accounts({.engine = options, .snapshots = directory()});
    prepare(accounts, "111111111111");
    ASSERT_TRUE(accounts.laboratories().snapshots().save("one", "111111111111"));
    accounts.call("POST", "/universes/111111111111/fork", R"({"name":"222222222222"})");
    ASSERT_TRUE(accounts.laboratories().snapshots().restore("one", "333333333333"));
    for (const char* universe : {"111111111111", "222222222222", "333333333333"}) {
        const std::string arn = table_arn(accounts, universe);
        EXPECT_NE(arn.find(universe), kNone) << arn;
        const std::string kept = policy_of(accounts, universe, arn);
        EXPECT_NE(kept.find(arn), kNone) << kept;
    }
}

}  // namespace
}  // namespace stator::emulator::laboratory
