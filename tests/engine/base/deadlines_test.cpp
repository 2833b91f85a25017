// The next deadline, while several threads add due work and perform it.
#include "engine/base/deadlines.hpp"

#include <gtest/gtest.h>

#include <future>

#include "tests/emulator/support/world.hpp"

namespace stator::engine {
namespace {

TEST(Deadlines, ReturnTheEarliestNotedTime) {
    Deadlines deadlines;
    EXPECT_EQ(deadlines.next(), kNever);
    deadlines.note(Instant(20));
    deadlines.note(Instant(30));
    deadlines.note(Instant(10));
    EXPECT_EQ(deadlines.next(), Instant(10));
}

TEST(Deadlines, StayDueUntilTheWorkIsDone) {
    Deadlines deadlines;
    deadlines.note(Instant(10));
    deadlines.begin();
    EXPECT_EQ(deadlines.next(), Instant(10));
    deadlines.note(Instant(40));
    deadlines.note(Instant(30));
    EXPECT_EQ(deadlines.next(), Instant(10));
    deadlines.finish();
    EXPECT_EQ(deadlines.next(), Instant(30));
    deadlines.begin();
    deadlines.finish();
    EXPECT_EQ(deadlines.next(), kNever);
}

// A table is available to the next request of the thread that created it, even while other threads
// create and delete their own tables.
TEST(Deadlines, CompleteDueTransitionsBeforeAnyRequest) {
    testing::World world;
    const auto live = [&](int number) {
        const std::string universe = "u" + std::to_string(number);
        for (int round = 0; round < 300; ++round) {
            world.create_table(universe, "Tab");
            if (world.status(universe, "Tab") != "ACTIVE") return round;
            world.run(universe, "DeleteTable", R"({"TableName":"Tab"})");
            if (world.tables(universe) != R"({"TableNames":[]})") return round;
        }
        return -1;
    };
    std::vector<std::future<int>> lives;
    lives.reserve(4);
    for (int i = 0; i < 4; ++i) lives.push_back(std::async(std::launch::async, live, i));
    for (auto& life : lives) EXPECT_EQ(life.get(), -1);
}

}  // namespace
}  // namespace stator::engine
