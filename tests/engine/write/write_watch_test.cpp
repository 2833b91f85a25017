#include "engine/write/write_watch.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/capacity/request_meter.hpp"
#include "protocol/errors/items.hpp"
#include "tests/engine/write/prepared_intent.hpp"

namespace stator::engine::write {
namespace {

constexpr Instant kNow{1'750'000'000'000};

class WriteWatchTest : public ::testing::Test {
protected:
    WriteWatchTest() { context_.now = kNow; }

    // Writes an item with index keys repeatedly until it is rejected. Returns the number of writes
    // before.
    int writes_until_refusal(const WriteIntent& intent, double factor) {
        const auto prepared = writes_.prepare(intent, nullptr);
        const WriteWatch watch(throughput_, context_, intent);
        for (int i = 0; i < 1'000'000; ++i) {
            if (watch.admit().has_error()) return i;
            watch.note(*prepared, factor);
        }
        return -1;
    }

    // Such as "Tab 1; Tab/all 2": the write units.
    std::string metered() const {
        std::string text;
        for (const auto& use : meter_.uses) {
            text.append(text.empty() ? "" : "; ").append(use.table);
            if (!use.index.empty()) text.append("/").append(use.index);
            text.append(" ").append(std::to_string(static_cast<int>(use.write_units)));
        }
        return text;
    }

    IndexedWrites writes_;
    capacity::Throughput throughput_;
    capacity::RequestMeter meter_;
    faults::WatchedContext context_;
};

const std::string kIndexed = ", 'g': {'S': 'a'}, 'n': {'N': '1'}";

TEST_F(WriteWatchTest, DoesNothingWithoutAWatcher) {
    const WriteIntent intent = writes_.intent(WriteKind::Put);
    const WriteWatch watch(throughput_, context_, intent);
    EXPECT_FALSE(watch.is_watched());
    EXPECT_TRUE(watch.admit());
    watch.note(*writes_.prepare(intent, nullptr));
    EXPECT_TRUE(throughput_.fills(kNow).empty());
}

TEST_F(WriteWatchTest, MetersTheTableByItsFactorAndIndexesSeparately) {
    context_.meter = &meter_;
    const WriteIntent intent = writes_.intent(WriteKind::Put, kIndexed);
    const WriteWatch watch(throughput_, context_, intent);
    EXPECT_TRUE(watch.is_watched());
    watch.note(*writes_.prepare(intent, nullptr), 2);
    EXPECT_EQ(metered(), "Tab 2; Tab/all 1; Tab/keys 1; Tab/local 1");
}

TEST_F(WriteWatchTest, ChargesTheTableAndItsGlobalIndexes) {
    throughput_.set_mode(capacity::ThrottleMode::Aws);
    const WriteIntent intent = writes_.intent(WriteKind::Put, kIndexed);
    const WriteWatch watch(throughput_, context_, intent);
    EXPECT_TRUE(watch.is_watched());
    watch.note(*writes_.prepare(intent, nullptr));
    std::string charged;
    for (const auto& fill : throughput_.fills(kNow)) charged.append(fill.index).append(";");
    EXPECT_EQ(charged, ";all;keys;");
}

TEST_F(WriteWatchTest, RefusesWhenThePartitionHasNothingLeft) {
    throughput_.set_mode(capacity::ThrottleMode::Aws);
    const int admitted = writes_until_refusal(writes_.intent(WriteKind::Put), 100);
    EXPECT_GT(admitted, 0);
    const WriteIntent intent = writes_.intent(WriteKind::Put);
    const auto refused = WriteWatch(throughput_, context_, intent).admit();
    ASSERT_TRUE(refused.has_error());
    EXPECT_FALSE(refused.error().throttling_reasons.empty());
}

TEST_F(WriteWatchTest, DoesNotChargeForTimeToLiveDeletions) {
    throughput_.set_mode(capacity::ThrottleMode::Aws);
    EXPECT_GE(writes_until_refusal(writes_.intent(WriteKind::Put), 100), 0);
    WriteIntent expiry = writes_.intent(WriteKind::Delete);
    expiry.cause = WriteCause::TimeToLive;
    const WriteWatch watch(throughput_, context_, expiry);
    EXPECT_TRUE(watch.admit());
    EXPECT_FALSE(watch.is_watched());
}

TEST_F(WriteWatchTest, MetersARejectionByTheExistingItem) {
    context_.meter = &meter_;
    const WriteIntent intent = writes_.intent(WriteKind::Put);
    const WriteWatch watch(throughput_, context_, intent);
    const auto failed = protocol::errors::conditional_check_failed(nullptr);
    watch.note_refusal(failed, nullptr);
    EXPECT_EQ(metered(), "Tab 1");
    watch.note_refusal(failed, writes_.item(", 'x': {'S': '" + std::string(2'000, 'x') + "'}"));
    EXPECT_EQ(metered(), "Tab 3");
    watch.note_refusal(protocol::ApiError{protocol::ErrorType::ValidationException, ""}, nullptr);
    EXPECT_EQ(metered(), "Tab 3");
}

}  // namespace
}  // namespace stator::engine::write
