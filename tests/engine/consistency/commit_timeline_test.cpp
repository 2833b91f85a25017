#include "engine/consistency/commit_timeline.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stator::engine::consistency {
namespace {

SequenceNumber number(std::uint64_t value) {
    return SequenceNumber{value};
}

TEST(CommitTimeline, ReturnsTheLastCommitOfATime) {
    CommitTimeline timeline;
    timeline.restart(number(4));
    timeline.note(number(5), Instant(100));
    timeline.note(number(7), Instant(200));
    EXPECT_EQ(timeline.at(Instant(99)), number(4));
    EXPECT_EQ(timeline.at(Instant(100)), number(5));
    EXPECT_EQ(timeline.at(Instant(199)), number(5));
    EXPECT_EQ(timeline.at(Instant(200)), number(7));
    EXPECT_EQ(timeline.at(Instant(10'000)), number(7));
    EXPECT_EQ(timeline.last_time(), Instant(200));
}

TEST(CommitTimeline, KnowsNothingAfterARestart) {
    CommitTimeline timeline;
    timeline.note(number(5), Instant(100));
    timeline.restart(number(6));
    EXPECT_EQ(timeline.at(Instant(100)), number(6));
    EXPECT_EQ(timeline.at(Instant(0)), number(6));
    EXPECT_EQ(timeline.last_time(), kBeforeAll);
}

TEST(CommitTimeline, ReturnsTheLastOfSeveralCommitsAtOneTime) {
    CommitTimeline timeline;
    timeline.note(number(6), Instant(100));
    timeline.note(number(5), Instant(100));
    EXPECT_EQ(timeline.at(Instant(100)), number(6));
    EXPECT_EQ(timeline.size(), 1u);
}

TEST(CommitTimeline, TakesACommitOfTheEarlierClockForOneOfTheLater) {
    CommitTimeline timeline;
    timeline.note(number(5), Instant(200));
    timeline.note(number(6), Instant(100));
    EXPECT_EQ(timeline.at(Instant(199)), number(0));
    EXPECT_EQ(timeline.at(Instant(200)), number(6));
}

TEST(CommitTimeline, NeverGoesBackFromCommitToCommit) {
    CommitTimeline timeline;
    timeline.note(number(7), Instant(100));
    timeline.note(number(6), Instant(200));
    EXPECT_EQ(timeline.at(Instant(200)), number(7));
}

TEST(CommitTimeline, ForgetsWhatIsBeforeTheHorizon) {
    CommitTimeline timeline;
    for (std::uint64_t i = 1; i <= 5; ++i) {
        timeline.note(number(i), Instant(static_cast<std::int64_t>(100 * i)));
    }
    timeline.trim(number(3));
    EXPECT_EQ(timeline.size(), 3u);
    EXPECT_EQ(timeline.at(Instant(300)), number(3));
    EXPECT_EQ(timeline.at(Instant(450)), number(4));
    timeline.trim(number(100));
    EXPECT_EQ(timeline.size(), 1u);
    EXPECT_EQ(timeline.at(Instant(500)), number(5));
}

}  // namespace
}  // namespace stator::engine::consistency
