#include "emulator/admin/throughput_routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin {
namespace {

using ::testing::HasSubstr;
using testing::World;

TEST(ThroughputRoutes, ShowWhichPartitionHoldsWhat) {
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

}  // namespace
}  // namespace stator::emulator::admin
