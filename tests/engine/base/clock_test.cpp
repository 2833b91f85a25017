#include "engine/base/clock.hpp"

#include <gtest/gtest.h>

namespace stator::engine {
namespace {

TEST(ManualClock, StandsStillUntilToldOtherwise) {
    ManualClock clock(1'000);
    EXPECT_EQ(clock.now_ms(), 1'000);
    EXPECT_EQ(clock.now_ms(), 1'000);
    clock.advance(250);
    clock.advance(-50);
    EXPECT_EQ(clock.now_ms(), 1'200);
}

TEST(SystemClock, CountsMillisecondsSinceTheUnixEpoch) {
    constexpr std::int64_t kYear2020Ms = 1'577'836'800'000;
    const std::int64_t now_ms = SystemClock().now_ms();
    EXPECT_GT(now_ms, kYear2020Ms);
    EXPECT_LT(now_ms, kLatestTimeMs);
}

}  // namespace
}  // namespace stator::engine
