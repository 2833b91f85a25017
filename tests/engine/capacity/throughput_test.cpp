#include "engine/capacity/throughput.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace stator::engine::capacity {
namespace {

using protocol::ApiError;
using protocol::ErrorType;

constexpr std::int64_t kMinuteMs = 60'000;
constexpr Instant kStart{28'000'000 * kMinuteMs};
constexpr PartitionId kFirst{1};
constexpr auto kWrite = Direction::Write;
constexpr auto kRead = Direction::Read;
constexpr std::string_view kArn = "arn:aws:dynamodb:us-east-1:000000000000:table/orders";
constexpr std::string_view kIndexArn =
    "arn:aws:dynamodb:us-east-1:000000000000:table/orders/index/by_day";

ChargedSource table(double read, double write) {
    ChargedSource source{TableNumber{1}, "orders", "", kArn, {}};
    source.limits.read_units = read;
    source.limits.write_units = write;
    return source;
}

ChargedSource index(double read, double write) {
    ChargedSource source = table(read, write);
    source.index = "by_day";
    source.arn = kIndexArn;
    return source;
}

ChargedSource on_demand(ChargedSource source) {
    source.limits = {};
    source.limits.on_demand = true;
    return source;
}

void use(
    Throughput& throughput,
    Direction direction,
    const ChargedSource& source,
    const Charge& charge,
    Instant now = kStart
) {
    throughput.charge(direction, source, charge, now);
}

// The error of the next request after `units` are consumed in one partition.
ApiError refusal_after(double units, Direction direction, const ChargedSource& source) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    EXPECT_TRUE(throughput.admit(direction, source, kFirst, kStart));
    use(throughput, direction, source, {kFirst, 7, "k", units});
    const auto admitted = throughput.admit(direction, source, kFirst, kStart);
    EXPECT_TRUE(admitted.has_error());
    return admitted.has_error() ? admitted.error() : ApiError{};
}

std::string reason_of(const ApiError& error) {
    if (error.throttling_reasons.size() != 1) return "not one reason";
    return error.throttling_reasons[0].reason + " " + error.throttling_reasons[0].resource;
}

TEST(Throughput, WatchesNothingByDefault) {
    Throughput throughput;
    EXPECT_FALSE(throughput.is_watching());
    throughput.set_heat(true);
    EXPECT_TRUE(throughput.is_watching());
    throughput.set_mode(ThrottleMode::Aws);
    throughput.set_heat(false);
    EXPECT_TRUE(throughput.is_watching());
    throughput.set_mode(ThrottleMode::Off);
    EXPECT_FALSE(throughput.is_watching());
}

TEST(Throughput, ProvisionedTableReturnsDynamoDbsMessage) {
    const ApiError error = refusal_after(600, kWrite, table(5, 2));
    EXPECT_EQ(error.type, ErrorType::ProvisionedThroughputExceededException);
    EXPECT_EQ(
        error.message,
        "The level of configured provisioned throughput for the table was exceeded. Consider "
        "increasing your provisioning level with the UpdateTable API."
    );
    EXPECT_EQ(
        reason_of(error),
        "TableWriteProvisionedThroughputExceeded "
        "arn:aws:dynamodb:us-east-1:000000000000:table/orders"
    );
}

TEST(Throughput, IndexThrottlesTheWritesOfItsTable) {
    const ApiError error = refusal_after(600, kWrite, index(5, 2));
    EXPECT_EQ(error.type, ErrorType::ProvisionedThroughputExceededException);
    EXPECT_EQ(
        error.message,
        "The level of configured provisioned throughput for one or more global secondary indexes "
        "of the table was exceeded. Consider increasing your provisioning level for the "
        "under-provisioned global secondary indexes with the UpdateTable API"
    );
    EXPECT_EQ(
        reason_of(error),
        "IndexWriteProvisionedThroughputExceeded "
        "arn:aws:dynamodb:us-east-1:000000000000:table/orders/index/by_day"
    );
}

TEST(Throughput, HotPartitionHasTheExceptionOfItsBillingMode) {
    const ApiError provisioned = refusal_after(3'000, kRead, table(9'000, 9'000));
    EXPECT_EQ(provisioned.type, ErrorType::ProvisionedThroughputExceededException);
    EXPECT_EQ(reason_of(provisioned), "TableReadKeyRangeThroughputExceeded " + std::string(kArn));
    const ApiError demanded = refusal_after(1'000, kWrite, on_demand(table(0, 0)));
    EXPECT_EQ(demanded.type, ErrorType::ThrottlingException);
    EXPECT_EQ(
        demanded.message,
        "Throughput exceeds the current capacity of your table or index. DynamoDB is "
        "automatically scaling your table or index so please try again shortly. If exceptions "
        "persist, check if you have a hot key: "
        "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
        "bp-partition-key-design.html"
    );
    EXPECT_EQ(reason_of(demanded), "TableWriteKeyRangeThroughputExceeded " + std::string(kArn));
}

TEST(Throughput, OnDemandIndexIsNamedInTheReason) {
    const ApiError error = refusal_after(1'000, kWrite, on_demand(index(0, 0)));
    EXPECT_EQ(error.type, ErrorType::ThrottlingException);
    EXPECT_EQ(
        error.message,
        "Throughput exceeds the current capacity for one or more global secondary indexes. "
        "DynamoDB is automatically scaling your index so please try again shortly."
    );
    EXPECT_EQ(reason_of(error), "IndexWriteKeyRangeThroughputExceeded " + std::string(kIndexArn));
}

TEST(Throughput, MaximumOfAnOnDemandTableHasItsOwnMessage) {
    ChargedSource source = on_demand(table(0, 0));
    source.limits.max_read = 2;
    const ApiError error = refusal_after(600, kRead, source);
    EXPECT_EQ(error.type, ErrorType::ThrottlingException);
    EXPECT_EQ(
        error.message,
        "Throughput exceeds the maximum OnDemandThroughput configured on table or index"
    );
    EXPECT_EQ(reason_of(error), "TableReadMaxOnDemandThroughputExceeded " + std::string(kArn));
}

TEST(Throughput, AccountQuotaIsARequestLimit) {
    ChargedSource source = on_demand(table(0, 0));
    source.limits.warm_read = 100'000;
    const ApiError error = refusal_after(40'000, kRead, source);
    EXPECT_EQ(error.type, ErrorType::RequestLimitExceeded);
    EXPECT_EQ(reason_of(error), "TableReadAccountLimitExceeded " + std::string(kArn));
}

TEST(Throughput, TableAndIndexHaveBucketsOfTheirOwn) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    use(throughput, kWrite, index(5, 1), {PartitionId{9}, 7, "k", 300});
    EXPECT_FALSE(throughput.admit(kWrite, index(5, 1), PartitionId{9}, kStart));
    EXPECT_TRUE(throughput.admit(kWrite, table(5, 1), kFirst, kStart));
}

TEST(Throughput, AdmitsEverythingWhileThrottlingIsOff) {
    Throughput throughput;
    throughput.set_heat(true);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 100'000});
    EXPECT_TRUE(throughput.admit(kWrite, table(5, 2), kFirst, kStart));
}

// 600 of the 1,000 writes fit into the burst.
TEST(Throughput, CountsWhatWouldHaveBeenThrottled) {
    Throughput throughput;
    throughput.set_heat(true);
    for (int i = 0; i < 1'000; ++i) {
        use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 1});
    }
    const HeatReport report = throughput.report(kStart);
    ASSERT_EQ(report.sources.size(), 1U);
    EXPECT_EQ(report.sources[0].would_throttle, 400);
    EXPECT_EQ(report.sources[0].throttled, 0);
    EXPECT_DOUBLE_EQ(report.sources[0].write.total, 1'000);
}

// A write that would have been rejected consumes nothing, so the table recovers as if it had been
// rejected.
TEST(Throughput, ShadowRecoversAtTheTablesRate) {
    Throughput throughput;
    throughput.set_heat(true);
    for (int i = 0; i < 1'000; ++i) use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 1});
    for (int i = 0; i < 15; ++i) {
        use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 1}, kStart + 5'000);
    }
    EXPECT_EQ(throughput.report(kStart + 5'000).sources[0].would_throttle, 405);
}

TEST(Throughput, CountsRejectedRequests) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    throughput.set_heat(true);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 600});
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(throughput.admit(kWrite, table(5, 2), kFirst, kStart).has_error());
    }
    const HeatReport report = throughput.report(kStart);
    EXPECT_EQ(report.sources[0].throttled, 3);
    EXPECT_EQ(report.sources[0].would_throttle, 0);
    ASSERT_EQ(report.sources[0].partitions.size(), 1U);
    EXPECT_EQ(report.sources[0].partitions[0].throttled, 3);
}

TEST(Throughput, ReportsSharesAndKeysOfEveryPartition) {
    Throughput throughput;
    throughput.set_heat(true);
    use(throughput, kWrite, table(100, 100), {PartitionId{2}, 200, "busy", 30});
    use(throughput, kWrite, table(100, 100), {kFirst, 100, "calm", 10});
    use(throughput, kRead, table(100, 100), {kFirst, 100, "calm", 0.5});
    const SourceReport source = throughput.report(kStart).sources.at(0);
    EXPECT_EQ(source.table_name, "orders");
    EXPECT_EQ(source.arn, kArn);
    ASSERT_EQ(source.partitions.size(), 2U);
    EXPECT_EQ(source.partitions[0].partition, kFirst);
    EXPECT_DOUBLE_EQ(source.partitions[0].write.share, 0.25);
    EXPECT_DOUBLE_EQ(source.partitions[0].read.share, 1);
    EXPECT_DOUBLE_EQ(source.partitions[1].write.share, 0.75);
    EXPECT_DOUBLE_EQ(source.partitions[1].read.share, 0);
    ASSERT_EQ(source.partitions[1].write_keys.size(), 1U);
    EXPECT_EQ(source.partitions[1].write_keys[0].text, "busy");
    EXPECT_TRUE(source.partitions[1].read_keys.empty());
}

TEST(Throughput, KeepsNoKeysWhileOnlyThrottling) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 1});
    EXPECT_TRUE(throughput.report(kStart).sources.at(0).partitions.empty());
}

TEST(Throughput, TurningThrottlingOnStartsWithFullBuckets) {
    Throughput throughput;
    throughput.set_heat(true);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 600});
    throughput.set_mode(ThrottleMode::Aws);
    EXPECT_TRUE(throughput.admit(kWrite, table(5, 2), kFirst, kStart));
    EXPECT_DOUBLE_EQ(throughput.report(kStart).sources.at(0).write.total, 600);
}

TEST(Throughput, ClearingTheHeatKeepsTheBuckets) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    throughput.set_heat(true);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 600});
    throughput.forget_heat();
    EXPECT_DOUBLE_EQ(throughput.report(kStart).sources.at(0).write.total, 0);
    EXPECT_FALSE(throughput.admit(kWrite, table(5, 2), kFirst, kStart));
}

TEST(Throughput, ResetFillsTheBuckets) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 600});
    throughput.reset();
    EXPECT_TRUE(throughput.report(kStart).sources.empty());
    EXPECT_EQ(throughput.mode(), ThrottleMode::Aws);
    EXPECT_TRUE(throughput.admit(kWrite, table(5, 2), kFirst, kStart));
}

TEST(Throughput, ForgetsOnlyTheGivenTableAndItsIndexes) {
    Throughput throughput;
    throughput.set_heat(true);
    ChargedSource other = table(5, 2);
    other.table = TableNumber{2};
    for (const ChargedSource& source : {table(5, 2), index(5, 2), other}) {
        use(throughput, kWrite, source, {kFirst, 7, "k", 1});
    }
    throughput.forget(TableNumber{1});
    const HeatReport report = throughput.report(kStart);
    ASSERT_EQ(report.sources.size(), 1U);
    EXPECT_EQ(report.sources[0].table, TableNumber{2});
}

TEST(Throughput, ForgetsOneIndex) {
    Throughput throughput;
    throughput.set_heat(true);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 1});
    use(throughput, kWrite, index(5, 2), {PartitionId{9}, 7, "k", 1});
    throughput.forget(TableNumber{1}, "by_day");
    const HeatReport report = throughput.report(kStart);
    ASSERT_EQ(report.sources.size(), 1U);
    EXPECT_EQ(report.sources[0].index, "");
}

TEST(Throughput, ShowsHowFullABucketIs) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 650});
    const auto fills = throughput.fills(kStart);
    ASSERT_EQ(fills.size(), 1U);
    EXPECT_DOUBLE_EQ(fills[0].write.per_second, 2);
    EXPECT_DOUBLE_EQ(fills[0].write.capacity, 600);
    EXPECT_DOUBLE_EQ(fills[0].write.level, -50);
    EXPECT_DOUBLE_EQ(fills[0].read.level, 1'500);
}

// Writes to two keys of one partition up to its limit, in each minute.
void heat_up(Throughput& throughput, const ChargedSource& source) {
    for (int minute = 0; minute < kHotMinutes; ++minute) {
        const Instant now = kStart + minute * kMinuteMs;
        for (std::uint64_t i = 0; i < 1'000; ++i) {
            const bool is_first = i % 2 == 0;
            const Charge charge{kFirst, is_first ? 100U : 200U, is_first ? "a" : "b", 1};
            throughput.charge(kWrite, source, charge, now);
        }
        // A minute counts as hot as soon as a write above the limit asks for admission, regardless
        // of whether the mode rejects it.
        static_cast<void>(throughput.admit(kWrite, source, kFirst, now));
    }
}

TEST(Throughput, AdvisesToSplitAHotPartitionAndStartsAgainAfterTheSplit) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    throughput.set_heat(true);
    const ChargedSource source = table(5'000, 5'000);
    EXPECT_EQ(throughput.next_due(), kNever);
    heat_up(throughput, source);
    const Instant due = throughput.next_due();
    ASSERT_EQ(due, kStart + kHotMinutes * kMinuteMs);
    const auto advice = throughput.advise_splits(due);
    ASSERT_EQ(advice.size(), 1U);
    EXPECT_EQ(advice[0].table, TableNumber{1});
    EXPECT_EQ(advice[0].index, "");
    EXPECT_EQ(advice[0].partition, kFirst);
    EXPECT_EQ(advice[0].hash, 200U);
    EXPECT_EQ(throughput.next_due(), kNever);

    throughput.charge(kWrite, source, {kFirst, 100, "a", 1'000}, due);
    EXPECT_FALSE(throughput.admit(kWrite, source, kFirst, due));
    throughput.note_split(TableNumber{1}, "", {kFirst, PartitionId{2}, 200});
    EXPECT_TRUE(throughput.admit(kWrite, source, kFirst, due));
    const SourceReport report = throughput.report(due).sources.at(0);
    ASSERT_EQ(report.partitions.size(), 2U);
    EXPECT_EQ(report.partitions[0].write_keys.at(0).text, "a");
    EXPECT_EQ(report.partitions[1].write_keys.at(0).text, "b");
}

TEST(Throughput, AdvisesNoSplitWhileThrottlingIsOff) {
    Throughput throughput;
    throughput.set_heat(true);
    heat_up(throughput, table(5'000, 5'000));
    EXPECT_EQ(throughput.next_due(), kNever);
    EXPECT_TRUE(throughput.advise_splits(kStart + kHotMinutes * kMinuteMs).empty());
}

// A drained table would recover here if each step back were ignored and each step forward were
// credited.
TEST(Throughput, ThreadsWithSlightlyDifferentTimesRefillNothing) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 601});
    for (int i = 0; i < 1'000; ++i) {
        const Instant now = kStart - (i % 2) * 100;
        EXPECT_FALSE(throughput.admit(kWrite, table(5, 2), kFirst, now));
    }
}

TEST(Throughput, RecoversAfterTheClockWasSetBack) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    use(throughput, kWrite, table(5, 2), {kFirst, 7, "k", 600});
    const Instant earlier = kStart - 24 * 60 * kMinuteMs;
    EXPECT_FALSE(throughput.admit(kWrite, table(5, 2), kFirst, earlier));
    EXPECT_TRUE(throughput.admit(kWrite, table(5, 2), kFirst, earlier + 1'000));
}

TEST(Throughput, CountsEveryRequestOfManyThreads) {
    Throughput throughput;
    throughput.set_heat(true);
    std::vector<std::thread> threads;
    for (std::uint64_t id = 0; id < 4; ++id) {
        threads.emplace_back([&throughput, id] {
            for (int i = 0; i < 5'000; ++i) {
                throughput.charge(kRead, table(100, 100), {PartitionId{id}, id, "k", 1}, kStart);
                if (i % 1'000 == 0) throughput.report(kStart);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_DOUBLE_EQ(throughput.report(kStart).sources.at(0).read.total, 20'000);
}

}  // namespace
}  // namespace stator::engine::capacity
