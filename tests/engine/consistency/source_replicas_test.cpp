#include "engine/consistency/source_replicas.hpp"

#include <gtest/gtest.h>

namespace stator::engine::consistency {
namespace {

constexpr SourcePartition kWhole{PartitionId{1}, {0, 999}};
constexpr SourcePartition kLowerHalf{PartitionId{1}, {0, 499}};
constexpr SourcePartition kUpperHalf{PartitionId{2}, {500, 999}};
constexpr SourcePartition kNext{PartitionId{3}, {1'000, UINT64_MAX}};
constexpr ReadSource kSource{TableNumber{7}, "u", "t", "idx"};

// One commit every 100 ms: commit n is at 100·n.
class SourceReplicasTest : public ::testing::Test {
protected:
    SourceReplicasTest() {
        for (std::uint64_t i = 1; i <= 100; ++i) {
            timeline_.note(SequenceNumber{i}, Instant(static_cast<std::int64_t>(100 * i)));
        }
    }

    TimelineView at(Instant now) const {
        return {timeline_, now, SequenceNumber{static_cast<std::uint64_t>(now.unix_ms() / 100)}};
    }

    ReplicaSet& of(SourceReplicas& replicas, const SourcePartition& partition) {
        return replicas.of(partition, [this](std::uint64_t seed) {
            ++fresh_;
            return ReplicaSet({ReadMode::Lagged, lag_}, seed, SequenceNumber{0});
        });
    }

    std::uint64_t seen(SourceReplicas& replicas, const SourcePartition& partition, Instant now) {
        return of(replicas, partition).read(at(now), 1).value;
    }

    // The sequence numbers that reads of a partition see from second 3 to second 10.
    std::vector<std::uint64_t> course(SourceReplicas& replicas, const SourcePartition& partition) {
        std::vector<std::uint64_t> points;
        for (auto now = Instant(3'000); now <= Instant(10'000); now += 100) {
            points.push_back(seen(replicas, partition, now));
        }
        return points;
    }

    CommitTimeline timeline_;
    Distribution lag_ = Distribution::fixed(1'000);
    int fresh_ = 0;
};

TEST_F(SourceReplicasTest, KeepsOneSetForEachPartition) {
    SourceReplicas replicas(kSource, 42);
    of(replicas, kWhole).pause(at(Instant(3'000)), std::nullopt);
    EXPECT_EQ(seen(replicas, kWhole, Instant(9'000)), 20U);
    EXPECT_EQ(seen(replicas, kNext, Instant(9'000)), 80U);
    EXPECT_EQ(fresh_, 2);
    EXPECT_TRUE(replicas.is_held());
    EXPECT_EQ(replicas.held_at(), SequenceNumber{20});
    const auto report = replicas.report(at(Instant(9'000)));
    ASSERT_EQ(report.size(), 2U);
    EXPECT_EQ(report[0].partition.id, PartitionId{1});
    EXPECT_EQ(report[0].replicas[0].missing, 70U);
    EXPECT_EQ(report[1].partition.id, PartitionId{3});
    EXPECT_EQ(report[1].replicas[0].missing, 10U);
}

TEST_F(SourceReplicasTest, LetsPartitionsLagIndependentlyAndReproducibly) {
    lag_ = Distribution::uniform(0, 2'000);
    SourceReplicas first(kSource, 42);
    SourceReplicas second({TableNumber{99}, "other", "t", "idx"}, 42);
    SourceReplicas third(kSource, 43);
    EXPECT_EQ(course(first, kWhole), course(second, kWhole));
    EXPECT_EQ(course(first, kNext), course(second, kNext));
    EXPECT_NE(course(first, kWhole), course(first, kNext));
    EXPECT_NE(course(first, kWhole), course(third, kWhole));
}

TEST_F(SourceReplicasTest, ContinuesAtThePointOfThePartitionThatSplit) {
    SourceReplicas replicas(kSource, 42);
    of(replicas, kWhole).drain(at(Instant(5'000)), std::nullopt);
    EXPECT_EQ(seen(replicas, kUpperHalf, Instant(5'000)), 50U) << "has gone back";
    EXPECT_EQ(seen(replicas, kLowerHalf, Instant(5'000)), 50U);
    EXPECT_EQ(fresh_, 1);
    // After this point the two halves are independent.
    of(replicas, kUpperHalf).pause(at(Instant(6'000)), std::nullopt);
    EXPECT_EQ(seen(replicas, kUpperHalf, Instant(9'000)), 50U);
    EXPECT_EQ(seen(replicas, kLowerHalf, Instant(9'000)), 80U);
    // A request that found the partition before it split changes nothing.
    EXPECT_EQ(seen(replicas, kWhole, Instant(9'000)), 80U);
    EXPECT_EQ(seen(replicas, kUpperHalf, Instant(9'000)), 50U);
    EXPECT_EQ(seen(replicas, kNext, Instant(9'000)), 80U);
    EXPECT_EQ(fresh_, 2);
}

TEST_F(SourceReplicasTest, ContinuesInAnyOrderOfTheParts) {
    SourceReplicas replicas(kSource, 42);
    of(replicas, kWhole).pause(at(Instant(3'000)), std::nullopt);
    const SourcePartition quarters[] = {
        {PartitionId{1}, {0, 249}},
        {PartitionId{4}, {250, 499}},
        {PartitionId{2}, {500, 749}},
        {PartitionId{5}, {750, 999}}};
    for (const std::size_t number : {0, 1, 3, 2}) {
        EXPECT_EQ(seen(replicas, quarters[number], Instant(9'000)), 20U) << number;
    }
    EXPECT_EQ(fresh_, 1);
    EXPECT_EQ(replicas.report(at(Instant(9'000))).size(), 4U);
}

TEST_F(SourceReplicasTest, HasOnePolicyForAllPartitions) {
    SourceReplicas replicas(kSource, 42);
    of(replicas, kWhole);
    of(replicas, kNext);
    replicas.set_policy({ReadMode::OldestLegal, Distribution::fixed(2'000)});
    EXPECT_EQ(replicas.policy().mode, ReadMode::OldestLegal);
    EXPECT_EQ(seen(replicas, kWhole, Instant(5'000)), 30U);
    EXPECT_EQ(seen(replicas, kNext, Instant(5'000)), 30U);
    const ReadSource name = replicas.source(TableNumber{7}, "idx");
    EXPECT_EQ(name.universe, "u");
    EXPECT_EQ(name.table_name, "t");
}

}  // namespace
}  // namespace stator::engine::consistency
