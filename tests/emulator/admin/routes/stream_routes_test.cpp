#include "emulator/admin/routes/groups.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::World;

constexpr std::string_view kNone =
    R"({"universe":"default","lag":{"fixed":0},"emptyPages":0,"pageRecords":0,"shardRecords":0,"listedShards":0,)"
    R"("iteratorAge":{"fixed":0},"kinesisLag":{"fixed":0},"kinesisDuplicates":0})";

class StreamRoutes : public ::testing::Test {
protected:
    std::string show() { return world_.call("GET", "/streams"); }

    std::string put(const std::string& body) { return world_.call("PUT", "/streams", body); }

    World world_;
};

TEST_F(StreamRoutes, StreamsHaveDefaultsAtFirst) {
    EXPECT_EQ(show(), kNone);
    EXPECT_FALSE(world_.universe().switches().stream_adversity.is_on());
}

TEST_F(StreamRoutes, PutChangesOnlyNamedMembers) {
    EXPECT_EQ(
        put(R"({"lag":{"uniform":[0,500]},"shardRecords":20})"),
        R"({"universe":"default","lag":{"uniform":[0,500]},"emptyPages":0,"pageRecords":0,"shardRecords":20,)"
        R"("listedShards":0,"iteratorAge":{"fixed":0},"kinesisLag":{"fixed":0},"kinesisDuplicates":0})"
    );
    const std::string shown = put(
        R"({"emptyPages":0.3,"pageRecords":5,"listedShards":2,"iteratorAge":{"exponential":2000}})"
    );
    EXPECT_EQ(
        shown,
        R"({"universe":"default","lag":{"uniform":[0,500]},"emptyPages":0.3,"pageRecords":5,"shardRecords":20,)"
        R"("listedShards":2,"iteratorAge":{"exponential":2000},"kinesisLag":{"fixed":0},"kinesisDuplicates":0})"
    );
    EXPECT_EQ(show(), shown);
    EXPECT_NE(
        put(R"({"kinesisLag":{"uniform":[0,500]},"kinesisDuplicates":0.25})")
            .find(R"("kinesisLag":{"uniform":[0,500]},"kinesisDuplicates":0.25})"),
        std::string::npos
    );
    put(R"({"kinesisLag":0,"kinesisDuplicates":0})");
    EXPECT_TRUE(world_.universe().switches().stream_adversity.is_on());
    EXPECT_EQ(put(std::string(kNone)), kNone);
    EXPECT_EQ(put(shown), shown);
}

TEST_F(StreamRoutes, RecordsAreDelayedByTheLag) {
    world_.call("POST", "/clock/freeze");
    world_.create_table("", "Tab", testing::kStreamOn);
    put(R"({"lag":400})");
    world_.put("", "Tab", "x");
    world_.clock().advance(399);
    EXPECT_TRUE(world_.recorded_keys("", "Tab").empty());
    world_.clock().advance(1);
    EXPECT_EQ(world_.recorded_keys("", "Tab"), std::vector<std::string>{"x"});
}

TEST_F(StreamRoutes, EachUniverseHasItsOwn) {
    put(R"({"lag":400})");
    world_.call("POST", "/universes", R"({"name":"copy","from":"default"})");
    put(R"({"lag":0})");
    EXPECT_TRUE(world_.universe("copy").switches().stream_adversity.is_on());
    EXPECT_FALSE(world_.universe().switches().stream_adversity.is_on());
}

TEST_F(StreamRoutes, InvalidSettingsAreRejected) {
    EXPECT_EQ(
        put(R"({"emptyPages":1})"),
        "400 {\"message\":\"'emptyPages' in the body must be a number from 0 to 0.95.\"}"
    );
    EXPECT_EQ(
        put(R"({"pageRecords":-1})"),
        "400 {\"message\":\"'pageRecords' in the body must be a whole number from 0 to 1000.\"}"
    );
    EXPECT_EQ(
        put(R"({"iteratorAge":{"uniform":[0,60001]}})"),
        "400 {\"message\":\"'iteratorAge' in the body must be at most 60000 milliseconds.\"}"
    );
    EXPECT_NE(put(R"({"late":5})").find("has no member 'late'"), std::string::npos);
    EXPECT_EQ(show(), kNone);
}

}  // namespace
}  // namespace stator::emulator::admin::routes
