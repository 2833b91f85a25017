#include "engine/base/virtual_clock.hpp"

#include <gtest/gtest.h>

namespace stator::engine {
namespace {

class VirtualClockTest : public ::testing::Test {
protected:
    ManualClock real_{Instant(1'000'000)};
    VirtualClock clock_{real_};
};

TEST_F(VirtualClockTest, FollowsTheSystemClockUntilMoved) {
    EXPECT_EQ(clock_.now(), Instant(1'000'000));
    real_.advance(5);
    EXPECT_EQ(clock_.now(), Instant(1'000'005));
    EXPECT_TRUE(clock_.setting().follows);
}

TEST_F(VirtualClockTest, StopsWhenFrozen) {
    clock_.freeze();
    real_.advance(60'000);
    EXPECT_EQ(clock_.now(), Instant(1'000'000));
    EXPECT_TRUE(clock_.setting().is_frozen());
    clock_.freeze(Instant(77));
    EXPECT_EQ(clock_.now(), Instant(77));
    clock_.advance(3);
    real_.advance(1);
    EXPECT_EQ(clock_.now(), Instant(80));
    clock_.set(Instant(5));
    EXPECT_EQ(clock_.now(), Instant(5));
    EXPECT_TRUE(clock_.setting().is_frozen());
}

TEST_F(VirtualClockTest, RunsFromTheTimeItIsSetOrAdvancedTo) {
    clock_.advance(48 * 3'600'000LL);
    real_.advance(10);
    EXPECT_EQ(clock_.now(), Instant(1'000'010 + 48 * 3'600'000LL));
    clock_.set(Instant(500));
    real_.advance(10);
    EXPECT_EQ(clock_.now(), Instant(510));
}

TEST_F(VirtualClockTest, RunsAtItsScaleAndJumpsWithinIt) {
    clock_.scale(60);
    real_.advance(1'000);
    EXPECT_EQ(clock_.now(), Instant(1'000'000 + 60'000));
    clock_.advance(7);
    real_.advance(1'000);
    EXPECT_EQ(clock_.now(), Instant(1'000'000 + 120'007));
    clock_.scale(0.5);
    real_.advance(1'000);
    EXPECT_EQ(clock_.now(), Instant(1'000'000 + 120'507));
}

TEST_F(VirtualClockTest, FollowsTheSystemClockAgain) {
    clock_.freeze(Instant(1));
    clock_.follow();
    EXPECT_EQ(clock_.now(), Instant(1'000'000));
}

TEST_F(VirtualClockTest, RestoresARunningClockWithTheElapsedTime) {
    clock_.scale(10);
    const ClockSetting running = clock_.setting();
    clock_.freeze(Instant(42));
    const ClockSetting frozen = clock_.setting();
    real_.advance(1'000);
    VirtualClock other(real_);
    other.restore(running);
    EXPECT_EQ(other.now(), Instant(1'000'000 + 10'000));
    other.restore(frozen);
    EXPECT_EQ(other.now(), Instant(42));
    other.restore(ClockSetting{});
    EXPECT_EQ(other.now(), Instant(1'001'000));
}

}  // namespace
}  // namespace stator::engine
