#include "engine/consistency/consistency.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

namespace stator::engine::consistency {
namespace {

constexpr ReadSource kTable{TableNumber{1}, "", "t", ""};
constexpr ReadSource kIndex{TableNumber{1}, "", "t", "idx"};
constexpr std::uint64_t kNow = std::numeric_limits<std::uint64_t>::max();

LagSettings lag_of_tables(std::int64_t lag_ms) {
    LagSettings settings;
    settings.tables = {ReadMode::Lagged, Distribution::fixed(lag_ms)};
    return settings;
}

// The sequence number up to which a read sees commits.
std::uint64_t seen(Consistency& consistency, const ReadSource& source, Instant now) {
    const storage::ReadPoint point = consistency.open_read(source, {now, 0});
    consistency.close_read(point);
    return point.sequence.value;
}

TEST(Consistency, StampsCommitsInOneOrder) {
    Consistency consistency;
    EXPECT_EQ(consistency.next_stamp(Instant(0)).sequence, SequenceNumber{1});
    EXPECT_EQ(consistency.next_stamp(Instant(0)).sequence, SequenceNumber{2});
    EXPECT_EQ(consistency.last_sequence(), SequenceNumber{2});
}

TEST(Consistency, ContinuesFarBeyondCommitsThatACrashMayHaveLost) {
    Consistency consistency;
    consistency.restore_sequence(SequenceNumber{0});
    EXPECT_EQ(consistency.last_sequence(), SequenceNumber{0});
    consistency.restore_sequence(SequenceNumber{5});
    EXPECT_GT(consistency.last_sequence(), SequenceNumber{1'000});
    consistency.reserve_sequence(SequenceNumber{3});
    EXPECT_GT(consistency.last_sequence(), SequenceNumber{1'000});
    consistency.reserve_sequence(SequenceNumber{5'000'000});
    EXPECT_EQ(consistency.last_sequence(), SequenceNumber{5'000'000});
}

TEST(Consistency, KeepsHistoryWhilePinnedOrLagging) {
    Consistency consistency;
    EXPECT_FALSE(consistency.keeps_history());
    EXPECT_FALSE(consistency.has_kept_history());
    const auto pin = consistency.pin();
    EXPECT_TRUE(consistency.keeps_history());
    EXPECT_FALSE(consistency.lags());
    consistency.release(pin.id);
    consistency.release(pin.id);
    EXPECT_FALSE(consistency.keeps_history());
    EXPECT_TRUE(consistency.has_kept_history());
    consistency.forget_kept_history();
    EXPECT_FALSE(consistency.has_kept_history());
    consistency.set_settings(lag_of_tables(100));
    EXPECT_TRUE(consistency.lags());
    consistency.set_settings(lag_of_tables(0));
    EXPECT_FALSE(consistency.keeps_history());
}

TEST(Consistency, LetsReadsOfALaggingTableLookBack) {
    Consistency consistency;
    consistency.next_stamp(Instant(500));
    consistency.set_settings(lag_of_tables(1'000));
    consistency.next_stamp(Instant(1'000));
    consistency.next_stamp(Instant(2'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(1'500)), 1u);
    EXPECT_EQ(seen(consistency, kTable, Instant(2'500)), 2u);
    EXPECT_EQ(seen(consistency, kIndex, Instant(2'500)), 3u);
    EXPECT_EQ(seen(consistency, kTable, Instant(3'000)), 3u);
}

TEST(Consistency, FollowsTheFirstRuleThatMatches) {
    LagSettings settings = lag_of_tables(1'000);
    settings.rules.push_back({{}, "t", "idx", {ReadMode::Lagged, Distribution::fixed(2'000)}});
    settings.rules.push_back({{}, "t", {}, {}});
    EXPECT_EQ(settings.policy_of(kIndex).lag, Distribution::fixed(2'000));
    EXPECT_EQ(settings.policy_of(kTable).mode, ReadMode::Latest);
    const ReadSource other{TableNumber{2}, "", "other", ""};
    EXPECT_EQ(settings.policy_of(other).lag, Distribution::fixed(1'000));
    const ReadSource other_index{TableNumber{2}, "", "other", "idx"};
    EXPECT_EQ(settings.policy_of(other_index).mode, ReadMode::Latest);
}

TEST(Consistency, RulesMatchPatterns) {
    const auto matches = [](const LagRule& rule) {
        return rule.matches({TableNumber{2}, "", "orders-1", "by_day", {}, "eu-west-2"});
    };
    EXPECT_TRUE(matches({"def*", "orders-*", "*", {}, "eu-*"}));
    EXPECT_TRUE(matches({}));
    EXPECT_FALSE(matches({"test-*", {}, {}, {}}));
    EXPECT_FALSE(matches({{}, "users-*", {}, {}}));
    EXPECT_FALSE(matches({{}, {}, "", {}})) << "the table itself";
    EXPECT_FALSE(matches({{}, {}, {}, {}, "us-*"}));
    EXPECT_FALSE(LagRule({{}, {}, "*", {}}).matches({TableNumber{2}, "", "orders-1", ""}));
}

TEST(Consistency, KeepsWhatPinsAndOpenReadsMaySee) {
    Consistency consistency;
    EXPECT_EQ(consistency.horizon(Instant(0)).sequence.value, kNow);
    consistency.next_stamp(Instant(0));
    const auto pin = consistency.pin();
    consistency.next_stamp(Instant(0));
    EXPECT_EQ(consistency.horizon(Instant(0)).sequence.value, 1u);
    consistency.release(pin.id);
    const storage::ReadPoint point = consistency.open_read(kTable, {Instant(0), 0});
    consistency.next_stamp(Instant(0));
    EXPECT_EQ(consistency.horizon(Instant(0)).sequence, point.sequence);
    consistency.close_read(point);
    EXPECT_EQ(consistency.horizon(Instant(0)).sequence.value, kNow);
}

TEST(Consistency, KeepsAsMuchAsTheLongestLagNeeds) {
    Consistency consistency;
    consistency.set_settings(lag_of_tables(1'000));
    for (int i = 1; i <= 10; ++i) consistency.next_stamp(Instant(i * 1'000));
    EXPECT_EQ(consistency.horizon(Instant(10'000)).sequence.value, 9u);
    consistency.change_settings([](LagSettings& settings) {
        settings.rules.push_back({"other", {}, {}, {ReadMode::Lagged, Distribution::fixed(2'000)}});
    });
    consistency.next_stamp(Instant(11'000));
    consistency.next_stamp(Instant(12'000));
    EXPECT_EQ(consistency.horizon(Instant(12'000)).sequence.value, 10u);
}

TEST(Consistency, PrunesAsOftenAsTheLongestLagButNotTooOften) {
    Consistency consistency;
    EXPECT_EQ(consistency.prune_interval_ms(), 100);
    consistency.set_settings(lag_of_tables(3'000));
    EXPECT_EQ(consistency.prune_interval_ms(), 3'000);
    consistency.set_settings(lag_of_tables(3'600'000));
    EXPECT_EQ(consistency.prune_interval_ms(), 10'000);
}

TEST(Consistency, PausesReplicasWithoutAnyPolicy) {
    Consistency consistency;
    consistency.next_stamp(Instant(1'000));
    consistency.handle(Consistency::Handling::Pause, kTable, {}, {Instant(1'000), 0});
    EXPECT_TRUE(consistency.lags());
    consistency.next_stamp(Instant(2'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(3'000)), 1u);
    EXPECT_EQ(seen(consistency, kIndex, Instant(3'000)), 2u);
    EXPECT_EQ(consistency.horizon(Instant(3'000)).sequence.value, 1u);
    const auto report = consistency.report(Instant(3'000));
    ASSERT_EQ(report.size(), 2u);
    EXPECT_EQ(report[0].table_name, "t");
    EXPECT_EQ(report[0].partitions[0].replicas[0].missing, 1u);
    EXPECT_EQ(report[1].index, "idx");
    EXPECT_EQ(report[1].partitions[0].replicas[0].missing, 0u);
    consistency.handle(Consistency::Handling::Resume, kTable, {}, {Instant(3'000), 0});
    EXPECT_FALSE(consistency.lags());
    EXPECT_EQ(seen(consistency, kTable, Instant(3'000)), 2u);
}

constexpr SourcePartition kLower{PartitionId{1}, {0, 499}};
constexpr SourcePartition kUpper{PartitionId{2}, {500, UINT64_MAX}};

ReadSource in_partition(const SourcePartition& partition) {
    ReadSource source = kTable;
    source.partition = partition;
    return source;
}

TEST(Consistency, PausesOnePartition) {
    using Handling = Consistency::Handling;
    Consistency consistency;
    consistency.next_stamp(Instant(1'000));
    const HandledReplicas upper{{}, {kLower, kUpper}, kUpper.id};
    consistency.handle(Handling::Pause, kTable, upper, {Instant(1'000), 0});
    consistency.next_stamp(Instant(2'000));
    EXPECT_EQ(seen(consistency, in_partition(kLower), Instant(3'000)), 2u);
    EXPECT_EQ(seen(consistency, in_partition(kUpper), Instant(3'000)), 1u);
    EXPECT_EQ(consistency.horizon(Instant(3'000)).sequence.value, 1u);
    ASSERT_EQ(consistency.report(Instant(3'000)).size(), 1u);
    EXPECT_EQ(consistency.report(Instant(3'000))[0].partitions.size(), 2u);
    // The half that has split off in the meantime is paused like the other half.
    const SourcePartition half{PartitionId{3}, {700, UINT64_MAX}};
    EXPECT_EQ(seen(consistency, in_partition(half), Instant(3'000)), 1u);
    const HandledReplicas lower_half{{}, {kLower, {kUpper.id, {500, 699}}, half}, kUpper.id};
    consistency.handle(Handling::Resume, kTable, lower_half, {Instant(3'000), 0});
    EXPECT_EQ(seen(consistency, in_partition(kUpper), Instant(3'000)), 2u);
    EXPECT_EQ(seen(consistency, in_partition(half), Instant(3'000)), 1u);
    EXPECT_TRUE(consistency.lags());
    const HandledReplicas all{{}, lower_half.partitions, {}};
    consistency.handle(Handling::Resume, kTable, all, {Instant(3'000), 0});
    EXPECT_FALSE(consistency.lags());
}

LagSettings oldest_legal() {
    LagSettings settings;
    settings.tables = {ReadMode::OldestLegal, Distribution::fixed(1'000)};
    return settings;
}

constexpr schema::HashRange kEverything{};

// Reads of several items: which of the two writes of commit 2 they see, as "01", "0-", "-1" or
// "--", each with whether they see commit 1.
std::set<std::string> parts_seen(
    Consistency& consistency, bool is_strong, std::uint64_t begun = 0
) {
    std::set<std::string> all;
    for (int i = 0; i < 100; ++i) {
        const storage::ReadPoint point =
            is_strong ? consistency.open_strong_read(kTable, SequenceNumber{begun}, kEverything)
                      : consistency.open_read(kTable, {Instant(1'500), 0, kEverything});
        consistency.close_read(point);
        const auto sees = [&](std::uint64_t sequence, std::uint32_t part) {
            return point.sees({SequenceNumber{sequence}, part});
        };
        std::string text(sees(1, 0) ? "1:" : "-:");
        text.append(sees(2, 0) ? "0" : "-").append(sees(2, 1) ? "1" : "-");
        all.insert(std::move(text));
    }
    return all;
}

using Texts = std::set<std::string>;

TEST(Consistency, ShowsPartsOfATransactionToOldestLegalReadsOfSeveralItems) {
    Consistency consistency;
    consistency.set_settings(oldest_legal());
    consistency.next_stamp(Instant(1'000));
    const auto stamp = consistency.next_stamp(Instant(1'100));
    consistency.note_transaction(stamp.sequence, {{TableNumber{1}, 5, 0}, {TableNumber{1}, 6, 1}});
    EXPECT_EQ(parts_seen(consistency, false), (Texts{"-:--", "1:0-", "1:-1"}));
    // A read of a single item sees the oldest permitted state.
    for (int i = 0; i < 20; ++i) EXPECT_EQ(seen(consistency, kTable, Instant(1'500)), 0u);
    // A strongly consistent read sees everything that was committed before its request arrived.
    EXPECT_EQ(parts_seen(consistency, true, 2), Texts{"1:01"});
    EXPECT_EQ(parts_seen(consistency, true, 1), (Texts{"1:01", "1:0-", "1:-1"}));
    EXPECT_EQ(parts_seen(consistency, true, 0), (Texts{"1:01", "1:0-", "1:-1"}));
}

TEST(Consistency, ShowsWholeTransactionsInOtherModesAndToHeldReplicas) {
    Consistency consistency;
    consistency.set_settings(lag_of_tables(1'000));
    consistency.next_stamp(Instant(1'000));
    const auto stamp = consistency.next_stamp(Instant(1'100));
    consistency.note_transaction(stamp.sequence, {{TableNumber{1}, 5, 0}, {TableNumber{1}, 6, 1}});
    EXPECT_EQ(parts_seen(consistency, false), Texts{"-:--"});
    EXPECT_EQ(parts_seen(consistency, true), Texts{"1:01"});
    consistency.handle(Consistency::Handling::Pause, kTable, {}, {Instant(1'500), 0});
    consistency.set_settings(oldest_legal());
    EXPECT_EQ(parts_seen(consistency, false), Texts{"-:--"});
    EXPECT_EQ(parts_seen(consistency, true), Texts{"1:01"});
}

TEST(Consistency, ForgetsTransactionsThatAllReadsSee) {
    Consistency consistency;
    consistency.set_settings(oldest_legal());
    consistency.next_stamp(Instant(1'000));
    const auto stamp = consistency.next_stamp(Instant(1'100));
    consistency.note_transaction(stamp.sequence, {{TableNumber{1}, 5, 0}, {TableNumber{1}, 6, 1}});
    consistency.horizon(Instant(5'000));
    EXPECT_EQ(parts_seen(consistency, false), Texts{"1:01"});
}

TEST(Consistency, ForgetsTheReplicasOfDeletedTablesAndIndexes) {
    Consistency consistency;
    consistency.handle(Consistency::Handling::Pause, kTable, {}, {Instant(0), 0});
    consistency.handle(Consistency::Handling::Pause, kIndex, {}, {Instant(0), 0});
    consistency.forget(TableNumber{1}, "idx");
    EXPECT_EQ(consistency.report(Instant(0)).size(), 1u);
    EXPECT_TRUE(consistency.lags());
    consistency.forget(TableNumber{1});
    EXPECT_TRUE(consistency.report(Instant(0)).empty());
    EXPECT_FALSE(consistency.lags());
}

TEST(Consistency, LagsAgainAfterTheClockIsSetBack) {
    Consistency consistency;
    consistency.set_settings(lag_of_tables(1'000));
    consistency.next_stamp(Instant(1'000'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(1'000'500)), 0u);
    consistency.restart_clock(Instant(5'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(5'000)), 1u);
    consistency.next_stamp(Instant(5'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(5'500)), 1u);
    EXPECT_EQ(seen(consistency, kTable, Instant(6'000)), 2u);
}

TEST(Consistency, IgnoresTheTimeOfARequestFromBeforeTheClockWasSetBack) {
    Consistency consistency;
    consistency.set_settings(lag_of_tables(1'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(1'000'000)), 0u);
    consistency.restart_clock(Instant(5'000));
    consistency.next_stamp(Instant(5'000));
    EXPECT_EQ(seen(consistency, kTable, Instant(900'000)), 0u);
    EXPECT_EQ(seen(consistency, kTable, Instant(5'500)), 0u);
}

// The commits that an application sees over two connections while commits continue, with or without
// an observer that reads in between.
std::vector<std::uint64_t> seen_by_program(ReadMode mode, bool is_observed) {
    Consistency consistency(7);
    LagSettings settings;
    settings.tables = {mode, Distribution::uniform(0, 1'000)};
    consistency.set_settings(settings);
    std::vector<std::uint64_t> all;
    for (int i = 0; i < 200; ++i) {
        const Instant now(1'000 + i * 70);
        const auto stamp = consistency.next_stamp(now);
        consistency.note_transaction(
            stamp.sequence, {{TableNumber{1}, 5, 0}, {TableNumber{1}, 6, 1}}
        );
        for (std::uint64_t look = 0; is_observed && look < 3; ++look) {
            ReadMoment moment{now, 100 + look, kEverything};
            moment.is_observer = true;
            consistency.close_read(consistency.open_read(kTable, moment));
        }
        const std::uint64_t connection = 1 + static_cast<std::uint64_t>(i % 2);
        const auto point = consistency.open_read(kTable, {now, connection, kEverything});
        consistency.close_read(point);
        all.push_back(point.sequence.value);
    }
    return all;
}

TEST(Consistency, AnObserverDoesNotChangeOtherReads) {
    for (const ReadMode mode :
         {ReadMode::Lagged, ReadMode::MonotonicPerConnection, ReadMode::OldestLegal}) {
        EXPECT_EQ(seen_by_program(mode, false), seen_by_program(mode, true))
            << static_cast<int>(mode);
    }
}

TEST(Consistency, AnObserverSeesWhatTheNextReadSees) {
    Consistency consistency(7);
    LagSettings settings;
    settings.tables = {ReadMode::Lagged, Distribution::uniform(0, 1'000)};
    consistency.set_settings(settings);
    std::set<std::uint64_t> lags;
    for (int i = 0; i < 50; ++i) {
        const Instant now(1'000 + i * 100);
        consistency.next_stamp(now);
        ReadMoment moment{now, 9};
        moment.is_observer = true;
        const storage::ReadPoint point = consistency.open_read(kTable, moment);
        consistency.close_read(point);
        EXPECT_EQ(point.sequence.value, seen(consistency, kTable, now));
        lags.insert(consistency.last_sequence().value - point.sequence.value);
    }
    EXPECT_GT(lags.size(), 3u) << "and that is not always the newest";
}

}  // namespace
}  // namespace stator::engine::consistency
