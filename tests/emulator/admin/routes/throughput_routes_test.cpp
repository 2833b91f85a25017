#include "emulator/admin/routes/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin::routes {
namespace {

using ::testing::HasSubstr;
using testing::World;

TEST(ThroughputRoutes, ShowTheContentsOfPartitions) {
    World world;
    world.create_table("", "Tab");
    world.put("", "Tab", "ann");
    const std::string shown = world.call("GET", "/partitions?table=Tab");
    EXPECT_THAT(shown, HasSubstr(R"("table":"Tab","partition":)"));
    EXPECT_THAT(shown, HasSubstr(R"("firstHash":"0000000000000000")"));
    EXPECT_THAT(shown, HasSubstr(R"("lastHash":"ffffffffffffffff")"));
    EXPECT_THAT(shown, HasSubstr(R"("items":1,)"));
    EXPECT_THAT(shown, HasSubstr(R"("keys":["ann"])"));
    EXPECT_EQ(
        world.call("GET", "/partitions?table=Nobody"), R"({"universe":"default","partitions":[]})"
    );
}

TEST(ThroughputRoutes, ShowTablesWithContributorInsights) {
    World world;
    world.create_table("", "Tab");
    EXPECT_THAT(world.call("GET", "/heat"), HasSubstr(R"("insights":[])"));
    world.run(
        "",
        "UpdateContributorInsights",
        R"({"TableName":"Tab","ContributorInsightsAction":"ENABLE"})"
    );
    world.run("", "ListTables", "{}");
    const std::string insights =
        R"("insights":[{"region":"us-east-1","table":"Tab","status":"ENABLED",)"
        R"("mode":"ACCESSED_AND_THROTTLED_KEYS"}])";
    EXPECT_THAT(world.call("GET", "/heat"), HasSubstr(insights));
    EXPECT_THAT(world.call("GET", "/heat?table=T*"), HasSubstr(insights));
    EXPECT_THAT(world.call("GET", "/heat?table=Other"), HasSubstr(R"("insights":[])"));
}

// A key that receives too many requests, both writes and reads.
TEST(ThroughputRoutes, ShowTheKeysThatAreThrottledMost) {
    World world;
    world.call("POST", "/clock/freeze");
    world.call("PUT", "/throughput", R"({"throttle":"aws","heat":true})");
    world.run(
        "",
        "CreateTable",
        R"({"TableName":"Tab","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
        R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}})"
    );
    const std::string text(390'000, 'x');
    world.put("", "Tab", "ann", {{"text", testing::text(text)}});
    world.put("", "Tab", "ann");
    world.put("", "Tab", "ann");
    world.put("", "Tab", "bob");
    EXPECT_THAT(
        world.call("GET", "/heat"),
        HasSubstr(R"("topThrottledKeys":[{"key":"ann","requests":2,"error":0},)"
                  R"({"key":"bob","requests":1,"error":0}])")
    );
}

}  // namespace
}  // namespace stator::emulator::admin::routes
