#include "engine/capacity/source_throughput.hpp"

#include <gtest/gtest.h>

namespace stator::engine::capacity {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
// The start of a minute of the clock.
constexpr Instant kStart{28'000'000 * kMinuteMs};
constexpr PartitionId kFirst{1};
constexpr PartitionId kSecond{2};
constexpr auto kWrite = Direction::Write;
constexpr auto kRead = Direction::Read;

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

// Writes of one unit to that key, one after the other, until one is refused or `most` are done.
int write_until_refused(
    SourceThroughput& source,
    PartitionId partition,
    std::uint64_t hash,
    Instant now,
    int most = 1'000'000
) {
    for (int done = 0; done < most; ++done) {
        if (source.admit(kWrite, partition, now)) return done;
        source.charge(kWrite, {partition, hash, 1}, now);
    }
    return most;
}

// As many units as go through, spread over so many partitions that none of them is the limit.
double writes_of_source(SourceThroughput& source, Instant now) {
    double units = 0;
    for (std::uint64_t id = 1; id < 1'000; ++id) {
        if (source.admit(kWrite, PartitionId{id}, now)) return units;
        source.charge(kWrite, {PartitionId{id}, id, 500}, now);
        units += 500;
    }
    return units;
}

TEST(SourceThroughput, ProvisionedBurstLastsFiveMinutes) {
    SourceThroughput source(provisioned(5, 2), kStart);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart), 600);
    EXPECT_EQ(source.admit(kWrite, kFirst, kStart), ThrottleCause::Provisioned);
}

TEST(SourceThroughput, ReadsAndWritesAreMeteredApart) {
    SourceThroughput source(provisioned(5, 2), kStart);
    write_until_refused(source, kFirst, 7, kStart);
    EXPECT_FALSE(source.admit(kRead, kFirst, kStart));
}

TEST(SourceThroughput, DrainedSourceRecoversAtItsRate) {
    SourceThroughput source(provisioned(5, 2), kStart);
    write_until_refused(source, kFirst, 7, kStart);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart + 10'000), 20);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart + 11'000), 2);
}

TEST(SourceThroughput, RecoversNothingWhileTheClockStandsStill) {
    SourceThroughput source(provisioned(5, 2), kStart);
    write_until_refused(source, kFirst, 7, kStart);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart), 0);
    }
}

TEST(SourceThroughput, HotKeyIsThrottledByItsPartitionThoughTheTableHasMore) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart), 1'000);
    EXPECT_EQ(source.admit(kWrite, kFirst, kStart), ThrottleCause::KeyRange);
    EXPECT_GT(source.level(kWrite, kStart), 1'000'000);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart + 500), 500);
}

TEST(SourceThroughput, PartitionReadsThreeThousand) {
    SourceThroughput source(provisioned(10'000, 10), kStart);
    source.charge(kRead, {kFirst, 7, 2'999}, kStart);
    EXPECT_FALSE(source.admit(kRead, kFirst, kStart));
    source.charge(kRead, {kFirst, 7, 1}, kStart);
    EXPECT_EQ(source.admit(kRead, kFirst, kStart), ThrottleCause::KeyRange);
}

TEST(SourceThroughput, SpreadKeysAreNotThrottled) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    for (std::uint64_t id = 1; id <= 5; ++id) {
        EXPECT_EQ(write_until_refused(source, PartitionId{id}, id, kStart, 1'000), 1'000);
    }
}

TEST(SourceThroughput, OnePartitionMayUseAllTheTableHas) {
    SourceThroughput source(provisioned(10, 400), kStart);
    source.admit(kWrite, kFirst, kStart);
    source.admit(kWrite, kSecond, kStart);
    write_until_refused(source, kFirst, 7, kStart, 120'000);
    for (int second = 1; second <= 600; ++second) {
        const Instant now = kStart + second * 1'000;
        EXPECT_EQ(write_until_refused(source, kFirst, 7, now, 400), 400) << second;
    }
}

TEST(SourceThroughput, RaisedUnitsCountAtOnce) {
    SourceThroughput source(provisioned(5, 2), kStart);
    write_until_refused(source, kFirst, 7, kStart);
    source.set_limits(provisioned(5, 100), kStart);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart + 1'000), 100);
}

TEST(SourceThroughput, NewOnDemandSourceServesItsFloor) {
    SourceThroughput source(on_demand(), kStart);
    EXPECT_DOUBLE_EQ(source.allowance(kRead, kStart).per_second, 12'000);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kStart), 4'000);
    EXPECT_EQ(source.admit(kWrite, PartitionId{5'000}, kStart), ThrottleCause::KeyRange);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kStart + 1'000), 4'000);
}

TEST(SourceThroughput, OnDemandServesTwiceThePreviousPeak) {
    SourceThroughput source(on_demand(), kStart);
    for (int second = 0; second < 5; ++second) writes_of_source(source, kStart + second * 1'000);
    const Instant before = kStart + kPeakSettlesMs - 1;
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, before).per_second, 4'000);
    const Instant after = kStart + kPeakSettlesMs;
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, after).per_second, 8'000);
    const Instant later = after + 2'000;
    EXPECT_DOUBLE_EQ(writes_of_source(source, later), 8'000);
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, later + kPeakSettlesMs).per_second, 16'000);
}

TEST(SourceThroughput, PeakBelowHalfTheFloorChangesNothing) {
    SourceThroughput source(on_demand(), kStart);
    source.charge(kWrite, {kFirst, 7, 1'900}, kStart);
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, kStart + kPeakSettlesMs).per_second, 4'000);
}

TEST(SourceThroughput, PeakIsOneSecondsTraffic) {
    SourceThroughput source(on_demand(), kStart);
    for (int second = 0; second < 60; ++second) {
        source.charge(kWrite, {kFirst, 7, 3'000}, kStart + second * 1'000);
    }
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, kStart + 2 * kPeakSettlesMs).per_second, 6'000);
}

TEST(SourceThroughput, BurstIsNoPeak) {
    SourceThroughput source(on_demand(), kStart);
    writes_of_source(source, kStart);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kStart + 999), 4'000);
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, kStart + kPeakSettlesMs).per_second, 8'000);
}

TEST(SourceThroughput, WarmThroughputIsServedAtOnce) {
    ThroughputLimits limits = on_demand();
    limits.warm_write = 10'000;
    SourceThroughput source(limits, kStart);
    EXPECT_DOUBLE_EQ(writes_of_source(source, kStart), 10'000);
}

TEST(SourceThroughput, MaximumOfOnDemandHoldsAndHasABurst) {
    ThroughputLimits limits = on_demand();
    limits.max_write = 3;
    SourceThroughput source(limits, kStart);
    EXPECT_EQ(write_until_refused(source, kFirst, 7, kStart), 900);
    EXPECT_EQ(source.admit(kWrite, kFirst, kStart), ThrottleCause::MaxOnDemand);
    EXPECT_FALSE(source.admit(kRead, kFirst, kStart));
}

TEST(SourceThroughput, AccountQuotaEndsTheDoubling) {
    ThroughputLimits limits = on_demand();
    limits.warm_write = 50'000;
    SourceThroughput source(limits, kStart);
    const Allowance allowance = source.allowance(kWrite, kStart);
    EXPECT_DOUBLE_EQ(allowance.per_second, 40'000);
    EXPECT_EQ(allowance.cause, ThrottleCause::Account);
}

TEST(SourceThroughput, SourceThatBecomesOnDemandGoesOnAsBefore) {
    SourceThroughput source(provisioned(20'000, 9'000), kStart);
    source.set_limits(on_demand(), kStart);
    EXPECT_DOUBLE_EQ(source.allowance(kRead, kStart).per_second, 20'000);
    EXPECT_DOUBLE_EQ(source.allowance(kWrite, kStart).per_second, 9'000);
}

// In every minute drives the partition into its limit, writing to the keys in turn.
void heat_up(
    SourceThroughput& source, const std::vector<std::uint64_t>& hashes, int first, int minutes
) {
    for (int minute = first; minute < first + minutes; ++minute) {
        const Instant now = kStart + minute * kMinuteMs;
        for (std::size_t i = 0; !source.admit(kWrite, kFirst, now); ++i) {
            source.charge(kWrite, {kFirst, hashes[i % hashes.size()], 1}, now);
        }
    }
}

TEST(SourceThroughput, TwoHotKeysInOnePartitionSplitBetweenThem) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    EXPECT_EQ(source.next_due(), kNever);
    heat_up(source, {100, 200}, 0, kHotMinutes);
    const Instant due = source.next_due();
    EXPECT_EQ(due, kStart + kHotMinutes * kMinuteMs);
    EXPECT_TRUE(source.split_advice(due - 1).empty());
    const auto advice = source.split_advice(due);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].partition, kFirst);
    EXPECT_EQ(advice[0].hash, 200U);
    EXPECT_TRUE(source.split_advice(due).empty());
    EXPECT_EQ(source.next_due(), kNever);
}

TEST(SourceThroughput, AdviceWaitsForWhoeverAsksLate) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    heat_up(source, {100, 200}, 0, kHotMinutes);
    EXPECT_EQ(source.split_advice(kStart + 60 * kMinuteMs).size(), 1U);
}

TEST(SourceThroughput, OneHotKeyCanNotBeSplit) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    for (int minute = 0; minute < 10; ++minute) {
        heat_up(source, {100}, minute, 1);
        EXPECT_TRUE(source.split_advice(kStart + (minute + 1) * kMinuteMs).empty());
    }
}

TEST(SourceThroughput, OneHotMinuteIsNotEnough) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    heat_up(source, {100, 200}, 0, 1);
    heat_up(source, {100, 200}, 2, 1);
    EXPECT_TRUE(source.split_advice(kStart + 3 * kMinuteMs).empty());
}

TEST(SourceThroughput, BusyPartitionSplitsBeforeItIsThrottled) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    for (int second = 0; second < 60 * kHotMinutes; ++second) {
        const Instant now = kStart + second * 1'000;
        source.charge(kWrite, {kFirst, second % 2 == 0 ? 100U : 200U, 750}, now);
        source.charge(kWrite, {kSecond, second % 2 == 0 ? 300U : 400U, 650}, now);
    }
    const auto advice = source.split_advice(kStart + kHotMinutes * kMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].partition, kFirst);
}

TEST(SourceThroughput, SplitsAtTheMiddleOfTheTraffic) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t i = 0; i < 499; ++i) hashes.push_back(1'000 + i * 7 % 499);
    heat_up(source, hashes, 0, kHotMinutes);
    const auto advice = source.split_advice(kStart + kHotMinutes * kMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_GT(advice[0].hash, 1'200U);
    EXPECT_LT(advice[0].hash, 1'300U);
}

TEST(SourceThroughput, MiddleIsThatOfTheWholeMinuteNotOfItsBeginning) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    std::vector<std::uint64_t> hashes(200, 100);
    for (int i = 0; i < 400; ++i) hashes.insert(hashes.end(), {500, 600});
    heat_up(source, hashes, 0, kHotMinutes);
    const auto advice = source.split_advice(kStart + kHotMinutes * kMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].hash, 600U);
}

TEST(SourceThroughput, KeyWithMostOfTheTrafficIsSetApart) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    heat_up(source, {100, 500, 500, 500, 900}, 0, kHotMinutes);
    const auto advice = source.split_advice(kStart + kHotMinutes * kMinuteMs);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_TRUE(advice[0].hash == 500 || advice[0].hash == 900);
}

TEST(SourceThroughput, BothHalvesStartWithFullBuckets) {
    SourceThroughput source(provisioned(5'000, 5'000), kStart);
    write_until_refused(source, kFirst, 100, kStart);
    source.split(kFirst, kSecond);
    EXPECT_EQ(write_until_refused(source, kFirst, 100, kStart), 1'000);
    EXPECT_EQ(write_until_refused(source, kSecond, 200, kStart), 1'000);
}

TEST(SourceThroughput, DrainedTableIsNoReasonToSplit) {
    SourceThroughput source(provisioned(5, 2), kStart);
    heat_up(source, {100, 200}, 0, kHotMinutes);
    EXPECT_EQ(source.next_due(), kNever);
    EXPECT_TRUE(source.split_advice(kStart + kHotMinutes * kMinuteMs).empty());
}

}  // namespace
}  // namespace stator::engine::capacity
