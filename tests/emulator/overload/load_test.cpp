#include "emulator/overload/load.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::overload {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using TimePoint = std::chrono::steady_clock::time_point;

constexpr TimePoint kStart{std::chrono::hours(1)};

constexpr std::size_t kLoadMb = 1u << 20;

std::size_t little() {
    return 5 * kLoadMb;
}

std::size_t much() {
    return 50 * kLoadMb;
}

TEST(Load, CountsConnectionsBeyondTheLimitUntilTheyLeave) {
    Load load({.connections = 2});
    EXPECT_TRUE(load.enter());
    EXPECT_TRUE(load.enter());
    EXPECT_FALSE(load.enter());
    EXPECT_EQ(load.figures().connections, 3U);
    load.leave();
    load.leave();
    EXPECT_TRUE(load.enter());
    EXPECT_EQ(load.figures().connections, 2U);
}

TEST(Load, KeepsTransfersThatFit) {
    Load load({.bytes_in_flight = 100});
    EXPECT_TRUE(load.keep(0, 60));
    EXPECT_TRUE(load.keep(60, 100));
    EXPECT_FALSE(load.keep(0, 1));
    EXPECT_EQ(load.figures().bytes_in_flight, 100U);
    EXPECT_TRUE(load.keep(100, 30));
    EXPECT_TRUE(load.keep(0, 70));
    EXPECT_EQ(load.figures().refused_transfers, 1U);
}

TEST(Load, ForgetsAllOfAConnectionThatFindsNoRoom) {
    Load load({.bytes_in_flight = 100});
    EXPECT_TRUE(load.keep(0, 60));
    EXPECT_FALSE(load.keep(60, 101));
    EXPECT_EQ(load.figures().bytes_in_flight, 0U);
}

TEST(Load, ReturnsMemoryOnceAfterAFlood) {
    Load load({.connections = 10'000});
    EXPECT_FALSE(load.should_return_memory(kStart, little));
    for (int i = 0; i < 1'000; ++i) load.wake();
    EXPECT_FALSE(load.should_return_memory(kStart, little));
    for (int i = 0; i < 1'000; ++i) load.rest();
    EXPECT_TRUE(load.should_return_memory(kStart, little));
    EXPECT_FALSE(load.should_return_memory(kStart, little));
    load.note_return(kStart, milliseconds(1), little());
    EXPECT_FALSE(load.should_return_memory(kStart + seconds(60), little));
    EXPECT_EQ(load.figures().returns, 1U);
}

TEST(Load, ReturnsMemoryLessOftenTheLongerThatTakes) {
    Load load({});
    const auto flood = [&load] {
        EXPECT_TRUE(load.keep(0, 64u << 20));
        EXPECT_TRUE(load.keep(64u << 20, 0));
    };
    flood();
    EXPECT_TRUE(load.should_return_memory(kStart, little));
    load.note_return(kStart, milliseconds(500), little());
    flood();
    EXPECT_FALSE(load.should_return_memory(kStart + seconds(9), little));
    EXPECT_TRUE(load.should_return_memory(kStart + seconds(10), little));
}

TEST(Load, KeepsTheMemoryOfUsualTraffic) {
    Load load({});
    EXPECT_TRUE(load.keep(0, 4u << 20));
    EXPECT_TRUE(load.keep(4u << 20, 0));
    EXPECT_FALSE(load.should_return_memory(kStart, little));
}

TEST(Load, ReturnsTheGrowthOfTheProcessWhenItIsIdle) {
    Load load({});
    load.wake();
    EXPECT_FALSE(load.should_return_memory(kStart, much));
    load.rest();
    EXPECT_TRUE(load.should_return_memory(kStart, much));
    load.note_return(kStart, milliseconds(1), much());
    EXPECT_FALSE(load.should_return_memory(kStart + seconds(60), much));
    load.wake();
    load.rest();
    EXPECT_FALSE(load.should_return_memory(kStart + seconds(60), much));
}

// The first return happens while half of the flood's connections still exist.
TEST(Load, ReturnsMemoryAgainWhenAFloodIsOver) {
    Load load({});
    for (int i = 0; i < 5'000; ++i) load.enter();
    for (int i = 0; i < 1'000; ++i) load.wake();
    for (int i = 0; i < 1'000; ++i) load.rest();
    EXPECT_TRUE(load.should_return_memory(kStart, little));
    load.note_return(kStart, milliseconds(1), little());
    EXPECT_FALSE(load.should_return_memory(kStart + seconds(60), little));
    for (int i = 0; i < 5'000; ++i) load.leave();
    EXPECT_TRUE(load.should_return_memory(kStart + seconds(60), little));
    load.note_return(kStart + seconds(60), milliseconds(1), little());
    EXPECT_FALSE(load.should_return_memory(kStart + seconds(120), little));
}

TEST(Load, LogsOnceInTenSeconds) {
    Load load({});
    EXPECT_TRUE(load.should_tell(kStart));
    EXPECT_FALSE(load.should_tell(kStart + milliseconds(9'999)));
    EXPECT_TRUE(load.should_tell(kStart + seconds(10)));
}

}  // namespace
}  // namespace stator::emulator::overload
