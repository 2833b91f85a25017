#include "engine/capacity/partition_heat.hpp"

#include <gtest/gtest.h>

#include <map>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::capacity {
namespace {

constexpr Instant kHeatStart{1'700'000'000'000};

TEST(UnitsWindow, KnowsTotalAverageAndMost) {
    UnitsWindow window;
    window.add(10, kHeatStart);
    window.add(20, kHeatStart + 500);
    window.add(6, kHeatStart + 1'000);
    const UnitsHeat heat = window.heat(kHeatStart + 1'000);
    EXPECT_DOUBLE_EQ(heat.total, 36);
    EXPECT_DOUBLE_EQ(heat.average_per_second, 0.6);
    EXPECT_DOUBLE_EQ(heat.max_per_second, 30);
    EXPECT_DOUBLE_EQ(heat.peak_per_second, 30);
}

TEST(UnitsWindow, ForgetsWhatIsOlderThanAMinuteButNotTheTotal) {
    UnitsWindow window;
    window.add(30, kHeatStart);
    window.add(6, kHeatStart + 30'000);
    const UnitsHeat still = window.heat(kHeatStart + 59'999);
    EXPECT_DOUBLE_EQ(still.max_per_second, 30);
    const UnitsHeat heat = window.heat(kHeatStart + 60'000);
    EXPECT_DOUBLE_EQ(heat.max_per_second, 6);
    EXPECT_DOUBLE_EQ(heat.average_per_second, 0.1);
    EXPECT_DOUBLE_EQ(heat.total, 36);
    EXPECT_DOUBLE_EQ(heat.peak_per_second, 30);
    EXPECT_DOUBLE_EQ(window.heat(kHeatStart + 3'600'000).max_per_second, 0);
}

TEST(UnitsWindow, CountsEverythingIntoOneSecondWhileTheClockIsStopped) {
    UnitsWindow window;
    for (int i = 0; i < 1'000; ++i) window.add(2, kHeatStart);
    EXPECT_DOUBLE_EQ(window.heat(kHeatStart).max_per_second, 2'000);
}

TEST(UnitsWindow, StartsAgainWhenTheClockGoesBack) {
    UnitsWindow window;
    window.add(30, kHeatStart);
    const UnitsHeat heat = window.heat(kHeatStart - 5'000);
    EXPECT_DOUBLE_EQ(heat.max_per_second, 0);
    EXPECT_DOUBLE_EQ(heat.total, 30);
}

TEST(KeySketch, IsExactForFewKeys) {
    KeySketch sketch;
    sketch.add("a", 1, 1);
    sketch.add("b", 2, 5);
    sketch.add("a", 1, 2.5);
    const auto top = sketch.top();
    ASSERT_EQ(top.size(), 2U);
    EXPECT_EQ(top[0].text, "b");
    EXPECT_DOUBLE_EQ(top[0].units, 5);
    EXPECT_EQ(top[1].text, "a");
    EXPECT_DOUBLE_EQ(top[1].units, 3.5);
    EXPECT_DOUBLE_EQ(top[1].error, 0);
}

TEST(KeySketch, NamesKeysOfEqualUnitsInTheOrderOfTheirFirstUse) {
    KeySketch sketch;
    for (const char* name : {"c", "a", "b"}) sketch.add(name, 1, 1);
    const auto top = sketch.top();
    ASSERT_EQ(top.size(), 3U);
    EXPECT_EQ(top[0].text, "c");
    EXPECT_EQ(top[1].text, "a");
    EXPECT_EQ(top[2].text, "b");
}

// 2,000 keys, two of which receive much of the traffic.
TEST(KeySketch, FindsTheHotKeysAmongManyWithinItsErrors) {
    KeySketch sketch;
    std::map<std::string, double> truth;
    double total = 0;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        const std::uint64_t draw = mix(3, i) % 100;
        std::string key = "cold" + std::to_string(mix(4, i) % 2'000);
        if (draw < 20) key = "hot";
        if (draw >= 90) key = "warm";
        sketch.add(key, mix(5, key), 1);
        truth[key] += 1;
        total += 1;
    }
    const auto top = sketch.top();
    ASSERT_EQ(top.size(), 2U) << "what is known of the others may be all error";
    EXPECT_EQ(top[0].text, "hot");
    EXPECT_EQ(top[1].text, "warm");
    for (const KeyHeat& key : top) {
        EXPECT_GE(key.units, truth[key.text]) << key.text;
        EXPECT_LE(key.units - key.error, truth[key.text]) << key.text;
        EXPECT_LE(key.error, total / static_cast<double>(kTopKeys));
    }
}

TEST(KeySketch, NamesNoKeyIfManyKeysAreEquallyHot) {
    KeySketch sketch;
    for (std::uint64_t i = 0; i < 5'000; ++i) sketch.add(std::to_string(i % 500), i % 500, 1);
    EXPECT_TRUE(sketch.top().empty());
}

TEST(PartitionHeat, KeepsReadsAndWritesApart) {
    PartitionHeat heat;
    heat.charge(Direction::Read, {PartitionId{1}, 7, 0.5}, "a", kHeatStart);
    heat.charge(Direction::Write, {PartitionId{1}, 8, 3}, "b", kHeatStart);
    EXPECT_DOUBLE_EQ(heat.units(Direction::Read, kHeatStart).total, 0.5);
    EXPECT_DOUBLE_EQ(heat.units(Direction::Write, kHeatStart).total, 3);
    ASSERT_EQ(heat.top_keys(Direction::Read).size(), 1U);
    EXPECT_EQ(heat.top_keys(Direction::Read)[0].text, "a");
    EXPECT_EQ(heat.top_keys(Direction::Write)[0].text, "b");
}

TEST(PartitionHeat, SplitGivesTheKeysToTheirHalves) {
    PartitionHeat lower;
    lower.charge(Direction::Write, {PartitionId{1}, 100, 5}, "low", kHeatStart);
    lower.charge(Direction::Write, {PartitionId{1}, 200, 9}, "high", kHeatStart);
    PartitionHeat upper;
    lower.split(200, upper);
    ASSERT_EQ(lower.top_keys(Direction::Write).size(), 1U);
    EXPECT_EQ(lower.top_keys(Direction::Write)[0].text, "low");
    ASSERT_EQ(upper.top_keys(Direction::Write).size(), 1U);
    EXPECT_EQ(upper.top_keys(Direction::Write)[0].text, "high");
    EXPECT_DOUBLE_EQ(lower.units(Direction::Write, kHeatStart).total, 14);
    EXPECT_DOUBLE_EQ(upper.units(Direction::Write, kHeatStart).total, 0);
}

}  // namespace
}  // namespace stator::engine::capacity
