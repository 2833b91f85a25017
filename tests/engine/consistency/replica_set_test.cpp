#include "engine/consistency/replica_set.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stator::engine::consistency {
namespace {

// One commit every 100 ms: commit n is at 100·n.
class ReplicaSetTest : public ::testing::Test {
protected:
    ReplicaSetTest() {
        for (std::uint64_t i = 1; i <= 100; ++i) {
            timeline_.note(SequenceNumber{i}, Instant(static_cast<std::int64_t>(100 * i)));
        }
    }

    // Commits after `now` do not exist yet.
    TimelineView at(Instant now) const {
        return {timeline_, now, SequenceNumber{static_cast<std::uint64_t>(now.unix_ms() / 100)}};
    }

    static ReplicaSet lagging(ReadMode mode, std::int64_t lag_ms) {
        return {{mode, Distribution::fixed(lag_ms)}, 42, SequenceNumber{0}};
    }

    // The sequence numbers that many reads at that time see.
    std::set<std::uint64_t> seen(ReplicaSet& replicas, Instant now) const {
        std::set<std::uint64_t> all;
        for (std::uint64_t i = 0; i < 60; ++i) {
            all.insert(replicas.read(at(now), i).value);
        }
        return all;
    }

    CommitTimeline timeline_;
};

using Numbers = std::set<std::uint64_t>;

TEST_F(ReplicaSetTest, ReadsTheLatestWithoutLag) {
    ReplicaSet replicas = lagging(ReadMode::Latest, 1'000);
    EXPECT_EQ(seen(replicas, Instant(5'000)), Numbers{50});
}

TEST_F(ReplicaSetTest, LagsByItsLag) {
    for (const ReadMode mode :
         {ReadMode::Lagged, ReadMode::OldestLegal, ReadMode::MonotonicPerConnection}) {
        ReplicaSet replicas = lagging(mode, 1'000);
        EXPECT_EQ(seen(replicas, Instant(5'000)), Numbers{40});
        EXPECT_EQ(seen(replicas, Instant(5'050)), Numbers{40});
        EXPECT_EQ(seen(replicas, Instant(5'100)), Numbers{41});
    }
}

TEST_F(ReplicaSetTest, NeverGoesBack) {
    ReplicaSet replicas(
        {ReadMode::MonotonicPerConnection, Distribution::uniform(0, 2'000)}, 42, SequenceNumber{0}
    );
    std::uint64_t last = 0;
    for (auto now = Instant(3'000); now <= Instant(10'000); now += 70) {
        const std::uint64_t next = replicas.read(at(now), 1).value;
        EXPECT_GE(next, last) << now.unix_ms();
        EXPECT_GE(next, static_cast<std::uint64_t>((now.unix_ms() - 2'000) / 100)) << now.unix_ms();
        EXPECT_LE(next, static_cast<std::uint64_t>(now.unix_ms() / 100)) << now.unix_ms();
        last = next;
    }
}

TEST_F(ReplicaSetTest, LooksBackFurthestWhenAskedForTheOldest) {
    ReplicaSet replicas(
        {ReadMode::OldestLegal, Distribution::uniform(0, 2'000)}, 42, SequenceNumber{0}
    );
    EXPECT_EQ(seen(replicas, Instant(5'000)), Numbers{30});
}

TEST_F(ReplicaSetTest, DoesNotAdvanceWhilePaused) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.pause(at(Instant(5'000)), std::nullopt);
    EXPECT_TRUE(replicas.is_held());
    EXPECT_EQ(replicas.held_at(), SequenceNumber{40});
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{40});
    replicas.resume(std::nullopt);
    EXPECT_FALSE(replicas.is_held());
    EXPECT_EQ(replicas.held_at(), std::nullopt);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{80});
}

TEST_F(ReplicaSetTest, ReadsAPausedReplicaAlsoWithoutLag) {
    ReplicaSet replicas = lagging(ReadMode::Latest, 0);
    replicas.pause(at(Instant(5'000)), 1);
    EXPECT_EQ(seen(replicas, Instant(9'000)), (Numbers{50, 90}));
}

TEST_F(ReplicaSetTest, ReadsAPinnedReplicaAtItsPoint) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.pin(at(Instant(5'000)), std::nullopt);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{50});
    EXPECT_EQ(replicas.held_at(), SequenceNumber{50});
    replicas.drain(at(Instant(9'000)), std::nullopt);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{90});
    replicas.unpin(std::nullopt);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{90});
}

TEST_F(ReplicaSetTest, AppliesEverythingWhenDrained) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.pause(at(Instant(5'000)), std::nullopt);
    replicas.drain(at(Instant(6'000)), 0);
    EXPECT_EQ(seen(replicas, Instant(6'000)), (Numbers{40, 60}));
    EXPECT_EQ(replicas.held_at(), SequenceNumber{40});
}

TEST_F(ReplicaSetTest, LagsBehindCommitsThatFollowADrainAtTheSameTime) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.drain(at(Instant(6'000)), std::nullopt);
    const TimelineView later{timeline_, Instant(6'000), SequenceNumber{61}};
    EXPECT_EQ(replicas.read(later, 1).value, 60u);
}

TEST_F(ReplicaSetTest, ReportsThePointOfTheReplicaFurthestBehind) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.pause(at(Instant(5'000)), 0);
    replicas.pause(at(Instant(6'000)), 1);
    replicas.pin(at(Instant(7'000)), 2);
    EXPECT_EQ(replicas.held_at(), SequenceNumber{40});
}

TEST_F(ReplicaSetTest, AdvancesAPausedReplicaOnRequest) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.pause(at(Instant(5'000)), std::nullopt);
    replicas.advance(at(Instant(9'000)), std::nullopt, 500);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{45});
    replicas.advance(at(Instant(9'000)), std::nullopt, 100'000);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{90});
}

TEST_F(ReplicaSetTest, KeepsWhatItHasAppliedWhenTheClockGoesBack) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    EXPECT_EQ(seen(replicas, Instant(9'000)), Numbers{80});
    replicas.go_back_to(Instant(2'000));
    const TimelineView back{timeline_, Instant(2'000), SequenceNumber{90}};
    EXPECT_EQ(replicas.read(back, 1).value, 80u);
}

TEST_F(ReplicaSetTest, ReportsWithoutAdvancing) {
    ReplicaSet replicas = lagging(ReadMode::Lagged, 1'000);
    replicas.pause(at(Instant(5'000)), 2);
    const auto states = replicas.states(at(Instant(7'000)));
    EXPECT_EQ(states[0].applied, SequenceNumber{60});
    EXPECT_EQ(states[0].lag_ms, 1'000);
    EXPECT_FALSE(states[0].is_paused);
    EXPECT_EQ(states[2].applied, SequenceNumber{40});
    EXPECT_TRUE(states[2].is_paused);
    EXPECT_EQ(seen(replicas, Instant(6'000)), (Numbers{40, 50}));
}

}  // namespace
}  // namespace stator::engine::consistency
