#include "engine/capacity/source_throughput.hpp"

#include <gtest/gtest.h>

namespace stator::engine::capacity {
namespace {

constexpr std::int64_t kSourceMinuteMs = 60'000;
// The start of a minute.
constexpr Instant kSourceStart{28'000'000 * kSourceMinuteMs};
constexpr PartitionId kFirstSource{1};
constexpr PartitionId kSecond{2};
constexpr auto kSourceWrite = Direction::Write;
constexpr auto kSourceRead = Direction::Read;

ThroughputLimits provisioned(double read, double write) {
    ThroughputLimits limits;
    limits.read_units = read;
    limits.write_units = write;
    return limits;
}

ThroughputLimits on_demand() {
    ThroughputLimits limits;
    limits.on_demand = true;
    return limits;
}

// Writes one unit at a time to the key until a write is rejected or `most` writes are done. Returns
// the number of writes.
int write_until_refused(
    SourceThroughput& source,
    PartitionId partition,
    std::uint64_t hash,
    Instant now,
    int most = 1'000'000
) {
    for (int done = 0; done < most; ++done) {
        if (source.admit(kSourceWrite, partition, now)) return done;
        source.charge(kSourceWrite, {partition, hash, 1}, now);
    }
    return most;
}

// Writes as many units as are admitted, spread over so many partitions that no partition is the
// limit. Returns the units.
double writes_of_source(SourceThroughput& source, Instant now) {
    double units = 0;
    for (std::uint64_t id = 1; id < 1'000; ++id) {
        if (source.admit(kSourceWrite, PartitionId{id}, now)) return units;
        source.charge(kSourceWrite, {PartitionId{id}, id, 500}, now);
        units += 500;
    }
    return units;
}

TEST(SourceThroughput, ProvisionedBurstLastsFiveMinutes) {
    SourceThroughput source(provisioned(5, 2), kSourceStart);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart), 600);
    EXPECT_EQ(source.admit(kSourceWrite, kFirstSource, kSourceStart), ThrottleCause::Provisioned);
}

TEST(SourceThroughput, ReadsAndWritesAreMeteredApart) {
    SourceThroughput source(provisioned(5, 2), kSourceStart);
    write_until_refused(source, kFirstSource, 7, kSourceStart);
    EXPECT_FALSE(source.admit(kSourceRead, kFirstSource, kSourceStart));
}

TEST(SourceThroughput, DrainedSourceRecoversAtItsRate) {
    SourceThroughput source(provisioned(5, 2), kSourceStart);
    write_until_refused(source, kFirstSource, 7, kSourceStart);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart + 10'000), 20);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart + 11'000), 2);
}

TEST(SourceThroughput, DoesNotRecoverWhileTheClockIsStopped) {
    SourceThroughput source(provisioned(5, 2), kSourceStart);
    write_until_refused(source, kFirstSource, 7, kSourceStart);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart), 0);
    }
}

TEST(SourceThroughput, HotKeyIsThrottledByItsPartitionEvenIfTheTableHasCapacity) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart), 1'000);
    EXPECT_EQ(source.admit(kSourceWrite, kFirstSource, kSourceStart), ThrottleCause::KeyRange);
    EXPECT_GT(source.level(kSourceWrite, kSourceStart), 1'000'000);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart + 500), 500);
}

TEST(SourceThroughput, PartitionReadsThreeThousand) {
    SourceThroughput source(provisioned(10'000, 10), kSourceStart);
    source.charge(kSourceRead, {kFirstSource, 7, 2'999}, kSourceStart);
    EXPECT_FALSE(source.admit(kSourceRead, kFirstSource, kSourceStart));
    source.charge(kSourceRead, {kFirstSource, 7, 1}, kSourceStart);
    EXPECT_EQ(source.admit(kSourceRead, kFirstSource, kSourceStart), ThrottleCause::KeyRange);
}

TEST(SourceThroughput, SpreadKeysAreNotThrottled) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    for (std::uint64_t id = 1; id <= 5; ++id) {
        EXPECT_EQ(write_until_refused(source, PartitionId{id}, id, kSourceStart, 1'000), 1'000);
    }
}

TEST(SourceThroughput, OnePartitionMayUseAllTheTableHas) {
    SourceThroughput source(provisioned(10, 400), kSourceStart);
    source.admit(kSourceWrite, kFirstSource, kSourceStart);
    source.admit(kSourceWrite, kSecond, kSourceStart);
    write_until_refused(source, kFirstSource, 7, kSourceStart, 120'000);
    for (int second = 1; second <= 600; ++second) {
        const Instant now = kSourceStart + second * 1'000;
        EXPECT_EQ(write_until_refused(source, kFirstSource, 7, now, 400), 400) << second;
    }
}

TEST(SourceThroughput, RaisedUnitsApplyImmediately) {
    SourceThroughput source(provisioned(5, 2), kSourceStart);
    write_until_refused(source, kFirstSource, 7, kSourceStart);
    source.set_limits(provisioned(5, 100), kSourceStart);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart + 1'000), 100);
}

TEST(SourceThroughput, NewOnDemandSourceServesItsFloor) {
    SourceThroughput source(on_demand(), kSourceStart);
    EXPECT_DOUBLE_EQ(source.allowance(kSourceRead, kSourceStart).per_second, 12'000);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kSourceStart), 4'000);
    EXPECT_EQ(
        source.admit(kSourceWrite, PartitionId{5'000}, kSourceStart), ThrottleCause::KeyRange
    );
    EXPECT_DOUBLE_EQ(writes_of_source(source, kSourceStart + 1'000), 4'000);
}

TEST(SourceThroughput, OnDemandServesTwiceThePreviousPeak) {
    SourceThroughput source(on_demand(), kSourceStart);
    for (int second = 0; second < 5; ++second)
        writes_of_source(source, kSourceStart + second * 1'000);
    const Instant before = kSourceStart + kPeakSettlesMs - 1;
    EXPECT_DOUBLE_EQ(source.allowance(kSourceWrite, before).per_second, 4'000);
    const Instant after = kSourceStart + kPeakSettlesMs;
    EXPECT_DOUBLE_EQ(source.allowance(kSourceWrite, after).per_second, 8'000);
    const Instant later = after + 2'000;
    EXPECT_DOUBLE_EQ(writes_of_source(source, later), 8'000);
    EXPECT_DOUBLE_EQ(source.allowance(kSourceWrite, later + kPeakSettlesMs).per_second, 16'000);
}

TEST(SourceThroughput, PeakBelowHalfTheFloorChangesNothing) {
    SourceThroughput source(on_demand(), kSourceStart);
    source.charge(kSourceWrite, {kFirstSource, 7, 1'900}, kSourceStart);
    EXPECT_DOUBLE_EQ(
        source.allowance(kSourceWrite, kSourceStart + kPeakSettlesMs).per_second, 4'000
    );
}

TEST(SourceThroughput, PeakIsOneSecondsTraffic) {
    SourceThroughput source(on_demand(), kSourceStart);
    for (int second = 0; second < 60; ++second) {
        source.charge(kSourceWrite, {kFirstSource, 7, 3'000}, kSourceStart + second * 1'000);
    }
    EXPECT_DOUBLE_EQ(
        source.allowance(kSourceWrite, kSourceStart + 2 * kPeakSettlesMs).per_second, 6'000
    );
}

TEST(SourceThroughput, BurstDoesNotCountAsPeak) {
    SourceThroughput source(on_demand(), kSourceStart);
    writes_of_source(source, kSourceStart);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kSourceStart + 999), 4'000);
    EXPECT_DOUBLE_EQ(
        source.allowance(kSourceWrite, kSourceStart + kPeakSettlesMs).per_second, 8'000
    );
}

TEST(SourceThroughput, WarmThroughputIsServedImmediately) {
    ThroughputLimits limits = on_demand();
    limits.warm_write = 10'000;
    SourceThroughput source(limits, kSourceStart);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kSourceStart), 10'000);
}

TEST(SourceThroughput, MaximumOfOnDemandHoldsAndHasABurst) {
    ThroughputLimits limits = on_demand();
    limits.max_write = 3;
    SourceThroughput source(limits, kSourceStart);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 7, kSourceStart), 900);
    EXPECT_EQ(source.admit(kSourceWrite, kFirstSource, kSourceStart), ThrottleCause::MaxOnDemand);
    EXPECT_FALSE(source.admit(kSourceRead, kFirstSource, kSourceStart));
}

TEST(SourceThroughput, AccountQuotaEndsTheDoubling) {
    ThroughputLimits limits = on_demand();
    limits.warm_write = 50'000;
    SourceThroughput source(limits, kSourceStart);
    const Allowance allowance = source.allowance(kSourceWrite, kSourceStart);
    EXPECT_DOUBLE_EQ(allowance.per_second, 40'000);
    EXPECT_EQ(allowance.cause, ThrottleCause::Account);
}

TEST(SourceThroughput, SourceThatBecomesOnDemandKeepsItsThroughput) {
    SourceThroughput source(provisioned(20'000, 9'000), kSourceStart);
    source.set_limits(on_demand(), kSourceStart);
    EXPECT_DOUBLE_EQ(source.allowance(kSourceRead, kSourceStart).per_second, 20'000);
    EXPECT_DOUBLE_EQ(source.allowance(kSourceWrite, kSourceStart).per_second, 9'000);
}

// Writes to the keys in turn until the partition reaches its limit, in every minute.
void heat_up(
    SourceThroughput& source, const std::vector<std::uint64_t>& hashes, int first, int minutes
) {
    for (int minute = first; minute < first + minutes; ++minute) {
        const Instant now = kSourceStart + minute * kSourceMinuteMs;
        for (std::size_t i = 0; !source.admit(kSourceWrite, kFirstSource, now); ++i) {
            source.charge(kSourceWrite, {kFirstSource, hashes[i % hashes.size()], 1}, now);
        }
    }
}

TEST(SourceThroughput, TwoHotKeysInOnePartitionSplitBetweenThem) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    EXPECT_EQ(source.next_due(), kNever);
    heat_up(source, {100, 200}, 0, kHotMinutes);
    const Instant due = source.next_due();
    EXPECT_EQ(due, kSourceStart + kHotMinutes * kSourceMinuteMs);
    EXPECT_TRUE(source.split_advice(due - 1).empty());
    const auto advice = source.split_advice(due);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].partition, kFirstSource);
    EXPECT_EQ(advice[0].hash, 200U);
    EXPECT_TRUE(source.split_advice(due).empty());
    EXPECT_EQ(source.next_due(), kNever);
}

TEST(SourceThroughput, SplitAdviceIsKeptUntilItIsRequested) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    heat_up(source, {100, 200}, 0, kHotMinutes);
    EXPECT_EQ(source.split_advice(kSourceStart + 60 * kSourceMinuteMs).size(), 1U);
}

TEST(SourceThroughput, OneHotKeyCannotBeSplit) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    for (int minute = 0; minute < 10; ++minute) {
        heat_up(source, {100}, minute, 1);
        EXPECT_TRUE(source.split_advice(kSourceStart + (minute + 1) * kSourceMinuteMs).empty());
    }
}

TEST(SourceThroughput, OneHotMinuteIsNotEnough) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    heat_up(source, {100, 200}, 0, 1);
    heat_up(source, {100, 200}, 2, 1);
    EXPECT_TRUE(source.split_advice(kSourceStart + 3 * kSourceMinuteMs).empty());
}

TEST(SourceThroughput, BusyPartitionSplitsBeforeItIsThrottled) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    for (int second = 0; second < 60 * kHotMinutes; ++second) {
        const Instant now = kSourceStart + second * 1'000;
        source.charge(kSourceWrite, {kFirstSource, second % 2 == 0 ? 100U : 200U, 750}, now);
        source.charge(kSourceWrite, {kSecond, second % 2 == 0 ? 300U : 400U, 650}, now);
    }
    const auto advice = source.split_advice(kSourceStart + kHotMinutes * kSourceMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].partition, kFirstSource);
}

TEST(SourceThroughput, SplitsAtTheMiddleOfTheTraffic) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t i = 0; i < 499; ++i) hashes.push_back(1'000 + i * 7 % 499);
    heat_up(source, hashes, 0, kHotMinutes);
    const auto advice = source.split_advice(kSourceStart + kHotMinutes * kSourceMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_GT(advice[0].hash, 1'200U);
    EXPECT_LT(advice[0].hash, 1'300U);
}

TEST(SourceThroughput, MiddleOfTheTrafficIsThatOfTheWholeMinute) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    std::vector<std::uint64_t> hashes(200, 100);
    for (int i = 0; i < 400; ++i) hashes.insert(hashes.end(), {500, 600});
    heat_up(source, hashes, 0, kHotMinutes);
    const auto advice = source.split_advice(kSourceStart + kHotMinutes * kSourceMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].hash, 600U);
}

TEST(SourceThroughput, KeyWithMostOfTheTrafficIsSetApart) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    heat_up(source, {100, 500, 500, 500, 900}, 0, kHotMinutes);
    const auto advice = source.split_advice(kSourceStart + kHotMinutes * kSourceMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_TRUE(advice[0].hash == 500 || advice[0].hash == 900);
}

TEST(SourceThroughput, BothHalvesStartWithFullBuckets) {
    SourceThroughput source(provisioned(5'000, 5'000), kSourceStart);
    write_until_refused(source, kFirstSource, 100, kSourceStart);
    source.split(kFirstSource, kSecond);
    EXPECT_EQ(write_until_refused(source, kFirstSource, 100, kSourceStart), 1'000);
    EXPECT_EQ(write_until_refused(source, kSecond, 200, kSourceStart), 1'000);
}

TEST(SourceThroughput, DrainedTableDoesNotSplit) {
    SourceThroughput source(provisioned(5, 2), kSourceStart);
    heat_up(source, {100, 200}, 0, kHotMinutes);
    EXPECT_EQ(source.next_due(), kNever);
    EXPECT_TRUE(source.split_advice(kSourceStart + kHotMinutes * kSourceMinuteMs).empty());
}

}  // namespace
}  // namespace stator::engine::capacity
