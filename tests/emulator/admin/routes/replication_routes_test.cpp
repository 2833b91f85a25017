// Controls of replication between regions: lag, cuts, writes in transit, and conflicts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/admin/routes/groups.hpp"
#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin::routes {
namespace {

using ::testing::HasSubstr;
using testing::item;
using ::testing::Not;
using testing::text;
using testing::World;

constexpr const char* kHome = "us-east-1";
constexpr const char* kIreland = "eu-west-1";

class ReplicationRoutes : public ::testing::Test {
protected:
    ReplicationRoutes() {
        world_.create_table("", "Music");
        world_.run(
            "",
            "UpdateTable",
            R"({"TableName":"Music","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})"
        );
    }

    void put(const std::string& region, const std::string& value) {
        const std::string reply = world_.run(
            "", testing::put("Music", item({{"pk", text("a")}, {"v", text(value)}})), region
        );
        EXPECT_EQ(reply, "{}");
    }

    std::string get(const std::string& region) {
        return world_.run("", testing::get("Music", item({{"pk", text("a")}})), region);
    }

    World world_;
};

TEST_F(ReplicationRoutes, ShowTheDefaultLagAndNoWritesInTransit) {
    EXPECT_EQ(
        world_.call("GET", "/replication"),
        R"({"universe":"default","lag":{"uniform":[500,1500]},)"
        R"("overlap":{"fixed":0},"cuts":[],"tables":[)"
        R"({"table":"Music","members":[)"
        R"({"region":"eu-west-1","waiting":0,"applied":0,"overridden":0},)"
        R"({"region":"us-east-1","waiting":0,"applied":0,"overridden":0}],)"
        R"("retained":0,"conflictCount":0,"conflicts":[]}]})"
    );
    EXPECT_THAT(world_.call("GET", "/replication?table=Other"), HasSubstr(R"("tables":[])"));
}

TEST_F(ReplicationRoutes, ALagOfZeroDeliversImmediately) {
    put(kHome, "1");
    EXPECT_THAT(
        world_.call("GET", "/replication"),
        HasSubstr(R"({"region":"eu-west-1","waiting":1,"oldestMs":1750000000000,)")
    );
    EXPECT_EQ(get(kIreland), "{}");
    EXPECT_THAT(
        world_.call("PUT", "/replication", R"({"lag":0})"),
        HasSubstr(R"({"region":"eu-west-1","waiting":0,"applied":1,"overridden":0})")
    );
    EXPECT_THAT(get(kIreland), HasSubstr("\"1\""));
}

TEST_F(ReplicationRoutes, WritesInTransitArePendingWork) {
    world_.call("PUT", "/replication", R"({"lag":700})");
    put(kHome, "1");
    EXPECT_THAT(
        world_.call("GET", "/due"),
        HasSubstr(
            R"({"what":"replication","atMs":1750000000700,"region":"eu-west-1","table":"Music"})"
        )
    );
    world_.real().advance(700);
    EXPECT_THAT(world_.call("GET", "/due"), Not(HasSubstr("replication")));
}

TEST_F(ReplicationRoutes, ARegionIsCutOffAndConnectedAgain) {
    world_.call("PUT", "/replication", R"({"lag":0})");
    EXPECT_THAT(
        world_.call("POST", "/replication/pause", R"({"region":"eu-west-1"})"),
        HasSubstr(R"("cuts":[{"region":"eu-west-1"}])")
    );
    put(kHome, "home");
    world_.real().advance(7);
    put(kIreland, "ireland");
    world_.real().advance(60'000);
    EXPECT_THAT(get(kHome), HasSubstr("home"));
    EXPECT_THAT(get(kIreland), HasSubstr("ireland"));
    const std::string shown = world_.call("POST", "/replication/resume", "{}");
    EXPECT_THAT(shown, HasSubstr(R"("cuts":[])"));
    EXPECT_THAT(get(kHome), HasSubstr("ireland"));
    EXPECT_THAT(get(kIreland), HasSubstr("ireland"));
    EXPECT_THAT(shown, HasSubstr(R"("conflictCount":1,"conflicts":[{"key":{"pk":{"S":"a"}},)"));
    EXPECT_THAT(shown, HasSubstr(R"("winner":{"region":"eu-west-1")"));
    EXPECT_THAT(shown, HasSubstr(R"("loser":{"region":"us-east-1")"));
    EXPECT_THAT(shown, HasSubstr(R"("why":"committed 7 ms later")"));
}

TEST_F(ReplicationRoutes, TwoRegionsAreCutOffFromEachOther) {
    world_.call("POST", "/replication/pause", R"({"region":"eu-west-1","from":"us-east-1"})");
    EXPECT_THAT(
        world_.call("POST", "/replication/pause", R"({"region":"eu-west-1","from":"us-east-1"})"),
        HasSubstr(R"("cuts":[{"region":"eu-west-1","from":"us-east-1"}])")
    );
    EXPECT_THAT(
        world_.call("POST", "/replication/resume", R"({"region":"us-east-1","from":"eu-west-1"})"),
        HasSubstr(R"("cuts":[])")
    );
}

TEST_F(ReplicationRoutes, StronglyConsistentTablesAreMarked) {
    world_.create_table("", "Ledger");
    world_.run(
        "",
        "UpdateTable",
        R"({"TableName":"Ledger","MultiRegionConsistency":"STRONG","ReplicaUpdates":[{"Create":)"
        R"({"RegionName":"us-east-2"}}],"GlobalTableWitnessUpdates":[{"Create":)"
        R"({"RegionName":"us-west-2"}}]})",
        std::string(kHome)
    );
    EXPECT_THAT(
        world_.call("GET", "/replication?table=Ledger"),
        HasSubstr(R"({"table":"Ledger","consistency":"STRONG","witness":"us-west-2","members":[)")
    );
    EXPECT_THAT(
        world_.call("PUT", "/replication", R"({"overlap":100})"),
        HasSubstr(R"("overlap":{"fixed":100})")
    );
}

TEST_F(ReplicationRoutes, RejectInvalidSettings) {
    EXPECT_THAT(world_.call("POST", "/replication/pause", "{}"), HasSubstr("400"));
    EXPECT_THAT(
        world_.call("PUT", "/replication", R"({"cuts":[{"from":"us-east-1"}]})"),
        HasSubstr("'region' in cuts[0] is missing")
    );
    EXPECT_THAT(world_.call("PUT", "/replication", R"({"delay":5})"), HasSubstr("delay"));
}

TEST_F(ReplicationRoutes, AnotherUniverseHasItsOwn) {
    world_.create_table("a", "Music");
    EXPECT_THAT(world_.call("GET", "/replication"), HasSubstr("Music"));
    EXPECT_THAT(world_.call("GET", "/replication?universe=a"), Not(HasSubstr("\"members\"")));
}

}  // namespace
}  // namespace stator::emulator::admin::routes
