// When something is next due, with several threads that cause it and do it.
#include "engine/base/deadlines.hpp"

#include <gtest/gtest.h>

#include <future>

#include "tests/emulator/support/world.hpp"

namespace stator::engine {
namespace {

TEST(Deadlines, AreTheEarliestThatWasNoted) {
    Deadlines deadlines;
    EXPECT_EQ(deadlines.next(), kNever);
    deadlines.note(Instant(20));
    deadlines.note(Instant(30));
    deadlines.note(Instant(10));
    EXPECT_EQ(deadlines.next(), Instant(10));
}

TEST(Deadlines, StayDueUntilWhatIsDueIsDone) {
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

// A table is there for the next request of whoever made it, although others make and delete theirs
// at the same time.
TEST(Deadlines, NobodyOvertakesTheTransitionsThatAreDue) {
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
