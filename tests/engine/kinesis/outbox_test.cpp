#include "engine/kinesis/outbox.hpp"
#include "tests/support/recorded_rows.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::engine::kinesis {
namespace {

using persistence::EntryRow;

const std::string kStream = "arn:aws:kinesis:us-east-1:000000000000:stream/s";
const std::string kOther = "arn:aws:kinesis:us-east-1:000000000000:stream/other";

class OutboxTest : public ::testing::Test {
protected:
    OutboxTest() {
        changes_.listen([this] { ++rung_; });
    }

    static Outgoing record(
        std::uint64_t commit, const std::string& item, const std::string& stream = kStream
    ) {
        return {
            outgoing_key(SequenceNumber{commit}, 0),
            stream,
            item,
            Instant(static_cast<std::int64_t>(commit)),
            item + std::to_string(commit)};
    }

    void add(std::uint64_t commit, const std::string& item, const std::string& stream = kStream) {
        outbox_.add({record(commit, item, stream)}, JournalTicket{commit});
    }

    // The documents of a batch, such as "a1 b2".
    static std::string shown(const OutgoingBatch& batch) {
        std::string text;
        for (const auto& one : batch.records) text += (text.empty() ? "" : " ") + one->document;
        return text;
    }

    // Takes and forgets batches until none is left. Returns their documents.
    std::string drained(Outbox::Limits limits = {}) {
        std::string text;
        for (;;) {
            const auto batch = outbox_.take(kStream, limits);
            if (batch.is_empty()) return text;
            text += (text.empty() ? "" : " | ") + shown(batch);
            forget(batch);
        }
    }

    void forget(const OutgoingBatch& batch) { outbox_.forget(batch, batch.records, recorder_); }

    stream::ChangeSignal changes_;
    Outbox outbox_{"u", changes_};
    testing::RecordedRows recorder_;
    int rung_ = 0;
};

TEST_F(OutboxTest, ABatchHasEachItemOnceUnlessItsOrderIsKept) {
    add(1, "a");
    add(2, "b");
    add(3, "a");
    add(4, "c");
    add(5, "a");
    Outbox::Limits limits;
    EXPECT_EQ(shown(outbox_.take(kStream, limits)), "a1 b2 c4");
    limits.has_items_once = false;
    EXPECT_EQ(shown(outbox_.take(kStream, limits)), "a1 b2 a3 c4 a5");
    EXPECT_EQ(drained(), "a1 b2 c4 | a3 | a5");
    EXPECT_FALSE(outbox_.has_waiting(kStream));
    EXPECT_TRUE(outbox_.streams().empty());
}

TEST_F(OutboxTest, StreamsAreSeparate) {
    add(1, "a", kOther);
    add(2, "b");
    EXPECT_EQ(outbox_.streams(), (std::vector<std::string>{kOther, kStream}));
    EXPECT_EQ(drained(), "b2");
    EXPECT_EQ(outbox_.streams(), std::vector<std::string>{kOther});
}

TEST_F(OutboxTest, ABatchHasItsOwnLimits) {
    for (std::uint64_t commit = 1; commit <= 9; ++commit) add(commit, "i" + std::to_string(commit));
    Outbox::Limits limits;
    limits.records = 4;
    EXPECT_EQ(outbox_.take(kStream, limits).records.size(), 4U);
    limits.bytes = 7;  // each document has three
    EXPECT_EQ(outbox_.take(kStream, limits).records.size(), 2U);
    limits.bytes = 1;
    EXPECT_EQ(outbox_.take(kStream, limits).records.size(), 1U);
}

TEST_F(OutboxTest, RecordsThatAreNotDurableHoldBackTheirItem) {
    add(1, "a");
    outbox_.add({record(2, "b")}, JournalTicket{9});
    outbox_.add({record(3, "b")}, JournalTicket{9});
    add(4, "c");
    Outbox::Limits limits;
    limits.durable = JournalTicket{8};
    EXPECT_EQ(shown(outbox_.take(kStream, limits)), "a1 c4");
    limits.durable = JournalTicket{9};
    limits.has_items_once = false;
    EXPECT_EQ(shown(outbox_.take(kStream, limits)), "a1 b2 b3 c4");
}

TEST_F(OutboxTest, DelayedRecordsHoldBackTheirItem) {
    add(1, "a");
    add(2, "b");
    add(3, "a");
    Outbox::Limits limits;
    limits.has_items_once = false;
    limits.delay_ms = [](const Outgoing& one) { return one.document == "a1" ? 10 : 0; };
    limits.now = Instant(10);
    EXPECT_EQ(shown(outbox_.take(kStream, limits)), "b2");
    limits.now = Instant(11);
    EXPECT_EQ(shown(outbox_.take(kStream, limits)), "a1 b2 a3");
}

TEST_F(OutboxTest, ForgottenRecordsLeaveTheDataFile) {
    add(1, "a");
    const auto batch = outbox_.take(kStream, {});
    forget(batch);
    ASSERT_EQ(recorder_.all.size(), 1U);
    EXPECT_EQ(
        recorder_.all[0],
        (EntryRow{"kinesis", {"u", ""}, outgoing_key(SequenceNumber{1}, 0), std::nullopt})
    );
    forget(batch);  // has no effect the second time
    EXPECT_EQ(recorder_.all.size(), 1U);
}

// The universe was replaced while a batch was being sent. The record that now waits under the same
// key is a different one.
TEST_F(OutboxTest, RecordsOfAReplacedUniverseForgetNothing) {
    add(1, "a");
    const auto batch = outbox_.take(kStream, {});
    EXPECT_EQ(outbox_.forget("u").size(), 1U);
    outbox_.finish_replacing({});
    add(1, "b");
    forget(batch);
    EXPECT_TRUE(recorder_.all.empty());
    EXPECT_EQ(drained(), "b1");
}

// Otherwise the journal would contain the removal of a record before the record itself, and the
// record would stay forever.
TEST_F(OutboxTest, ReplacementsAreSentOnceTheJournalHasThem) {
    Outbox original("v", changes_);
    original.add({record(2, "b")}, {});
    outbox_.forget("u");
    outbox_.restore(original.contents("v").front());
    EXPECT_TRUE(outbox_.has_waiting(kStream));
    EXPECT_EQ(drained(), "");
    changes_.start();
    const int rung_before = rung_;
    outbox_.finish_replacing({7});
    EXPECT_GT(rung_, rung_before);
    EXPECT_TRUE(outbox_.take(kStream, {.durable = {6}}).is_empty());
    EXPECT_FALSE(outbox_.take(kStream, {.durable = {7}}).is_empty());
    EXPECT_EQ(drained(), "b2");
}

TEST_F(OutboxTest, RowsAreRestoredUnchanged) {
    Outgoing one = record(0x1234567890, "table/a+/=");
    one.document = "{\"x\":\"line\nbreak\"}";
    outbox_.add({one}, {});
    auto rows = outbox_.contents("u");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_TRUE(outbox_.adapt(rows[0]));
    Outbox copy("other", changes_);
    copy.restore(rows[0]);
    const auto batch = copy.take(kStream, {});
    ASSERT_EQ(batch.records.size(), 1U);
    EXPECT_EQ(batch.records[0]->key, one.key);
    EXPECT_EQ(batch.records[0]->stream_arn, one.stream_arn);
    EXPECT_EQ(batch.records[0]->item, one.item);
    EXPECT_EQ(batch.records[0]->time, one.time);
    EXPECT_EQ(batch.records[0]->document, one.document);
    for (const char* value : {"", "a", "a\nb", "a\nb\nc", "a\nb\nno number\nd"}) {
        EntryRow row{"kinesis", {}, "key", value};
        EXPECT_FALSE(outbox_.adapt(row)) << value;
    }
}

TEST_F(OutboxTest, FiguresCountTheOutcomesOfRecords) {
    add(1, "a");
    add(2, "b");
    outbox_.note_too_large(kStream);
    outbox_.note_failure(kStream, 2, "no answer", Instant(7));
    DeliveryFigures figures = outbox_.figures().at(kStream);
    EXPECT_EQ(figures, (DeliveryFigures{2, 4, Instant(1), 0, 2, 1, "no answer", Instant(7)}));
    auto batch = outbox_.take(kStream, {});
    batch.records.pop_back();
    forget(batch);
    figures = outbox_.figures().at(kStream);
    EXPECT_EQ(figures, (DeliveryFigures{1, 2, Instant(2), 1, 2, 1, "", Instant(7)}));
}

TEST_F(OutboxTest, TimesOfChangesAscend) {
    EXPECT_EQ(outbox_.next_microseconds(Instant(5)), 5'000);
    EXPECT_EQ(outbox_.next_microseconds(Instant(5)), 5'001);
    EXPECT_EQ(outbox_.next_microseconds(Instant(6)), 6'000);
    for (int i = 0; i < 1'500; ++i) outbox_.next_microseconds(Instant(6));
    EXPECT_EQ(outbox_.next_microseconds(Instant(7)), 7'501);
    // The clock was set back.
    EXPECT_EQ(outbox_.next_microseconds(Instant(-9'000)), -9'000'000);
}

TEST_F(OutboxTest, NotifiesOnceDeliveryHasStarted) {
    add(1, "a");
    EXPECT_EQ(rung_, 0);
    changes_.start();
    add(2, "a");
    EXPECT_EQ(rung_, 1);
}

}  // namespace
}  // namespace stator::engine::kinesis
