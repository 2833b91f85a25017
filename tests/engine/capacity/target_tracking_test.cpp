#include "engine/capacity/target_tracking.hpp"

#include <gtest/gtest.h>

namespace stator::engine::capacity {
namespace {

constexpr std::int64_t kTrackedMinuteMs = 60'000;

class Tracked {
public:
    explicit Tracked(const ScalingPolicy& policy) : policy_(policy) {}

    // The provisioned units after the given number of minutes with this consumption.
    std::int64_t after(int minutes, double units_per_second) {
        for (int i = 0; i < minutes; ++i) {
            now_ += kTrackedMinuteMs;
            const auto next = tracking_.note({units_per_second, 1}, units_, policy_, now_);
            units_ = next.value_or(units_);
        }
        return units_;
    }

private:
    const ScalingPolicy policy_;
    TargetTracking tracking_;
    std::int64_t units_ = 10;
    Instant now_{1'750'000'000'000};
};

TEST(TargetTracking, GrowsAfterTwoMinutesAboveTheTarget) {
    Tracked tracked({5, 100, 70});
    EXPECT_EQ(tracked.after(1, 14), 10);
    EXPECT_EQ(tracked.after(1, 14), 20);
    EXPECT_EQ(tracked.after(60, 14), 20) << "as much as the target says";
}

TEST(TargetTracking, AMinuteBelowStartsTheCountOver) {
    Tracked tracked({5, 100, 70});
    EXPECT_EQ(tracked.after(1, 14), 10);
    EXPECT_EQ(tracked.after(1, 6), 10);
    EXPECT_EQ(tracked.after(1, 14), 10);
}

TEST(TargetTracking, ShrinksAfterAQuarterOfAnHourWellBelowIt) {
    Tracked tracked({5, 100, 70});
    EXPECT_EQ(tracked.after(60, 5.5), 10) << "not a fifth below";
    EXPECT_EQ(tracked.after(14, 1), 10);
    EXPECT_EQ(tracked.after(1, 1), 5);
}

TEST(TargetTracking, StaysWithinItsLimits) {
    Tracked tracked({20, 30, 50});
    EXPECT_EQ(tracked.after(1, 0), 20) << "at once";
    EXPECT_EQ(tracked.after(2, 1'000), 30);
    EXPECT_EQ(tracked.after(15, 0), 20);
}

TEST(TargetTracking, WaitsForItsCooldowns) {
    Tracked tracked({5, 1'000, 70, true, 10 * kTrackedMinuteMs, 0});
    EXPECT_EQ(tracked.after(2, 14), 20);
    EXPECT_EQ(tracked.after(9, 140), 20);
    EXPECT_EQ(tracked.after(1, 140), 200);
}

TEST(TargetTracking, DoesNotShrinkWhereItMayNot) {
    Tracked tracked({5, 100, 70, false});
    EXPECT_EQ(tracked.after(120, 0), 10);
}

}  // namespace
}  // namespace stator::engine::capacity
