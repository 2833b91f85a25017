#include "engine/base/clock.hpp"

#include <gtest/gtest.h>

namespace stator::engine {
namespace {

TEST(ManualClock, MovesOnlyWhenAdvanced) {
    ManualClock clock(Instant(1'000));
    EXPECT_EQ(clock.now(), Instant(1'000));
    EXPECT_EQ(clock.now(), Instant(1'000));
    clock.advance(250);
    clock.advance(-50);
    EXPECT_EQ(clock.now(), Instant(1'200));
}

TEST(SystemClock, CountsMillisecondsSinceTheUnixEpoch) {
    constexpr Instant kYear2020{1'577'836'800'000};
    const Instant now = SystemClock().now();
    EXPECT_GT(now, kYear2020);
    EXPECT_LT(now, kLatestTime);
}

}  // namespace
}  // namespace stator::engine
