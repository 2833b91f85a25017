#include "engine/stream/adverse_page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::engine::stream {
namespace {

using protocol::model::StreamPosition;

constexpr Shard::PageLimits kLimits{1'000, 1'000'000};
constexpr std::uint64_t kPageCommits = 60;
constexpr Instant kEnd(1'000'000);

protocol::model::ShardDescription described_page() {
    protocol::model::ShardDescription description;
    description.id = "shard";
    description.starting = {1, 0};
    return description;
}

// Commit n is at second n; every third commit has two records.
class AdversePageTest : public ::testing::Test {
protected:
    AdversePageTest() : shard_({}, described_page()) {
        for (std::uint64_t commit = 1; commit <= kPageCommits; ++commit) {
            append({commit, 0});
            if (commit % 3 == 0) append({commit, 2});
        }
    }

    void append(const StreamPosition& position) {
        protocol::model::StreamRecord record;
        record.position = position;
        record.time = Instant(static_cast<std::int64_t>(position.commit) * 1'000);
        record.keys = tests::item("{'pk': {'S': '12345678'}}");
        shard_.append(record);
        written_.push_back(position);
    }

    // Reads the shard from `start` until it ends, or until a page does not advance.
    void follow(const Chances& chances, Instant now, StreamPosition start = {}) {
        read_.clear();
        empty_pages_ = 0;
        has_ended_ = false;
        for (;;) {
            Shard::Batch batch = read_adversely(shard_, start, kLimits, chances, now);
            for (const auto& record : batch.records) read_.push_back(record.position);
            has_ended_ = !batch.next;
            if (has_ended_ || *batch.next == start) return;
            empty_pages_ += batch.records.empty() ? 1 : 0;
            start = *batch.next;
        }
    }

    Shard shard_;
    std::vector<StreamPosition> written_;
    std::vector<StreamPosition> read_;
    int empty_pages_ = 0;
    bool has_ended_ = false;
};

Adversity pages(double empty, std::uint32_t records) {
    Adversity adversity;
    adversity.empty_pages = empty;
    adversity.page_records = records;
    return adversity;
}

TEST_F(AdversePageTest, EveryRecordIsReadOnceAndInOrder) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        follow(Chances(pages(0.6, 3), seed), kEnd);
        EXPECT_EQ(read_, written_) << seed;
        EXPECT_GT(empty_pages_, 10) << seed;
        EXPECT_FALSE(has_ended_);
    }
}

TEST_F(AdversePageTest, MostlyEmptyPagesLeadToTheEnd) {
    shard_.close({kPageCommits, 999}, kEnd);
    follow(Chances(pages(0.99, 1), 7), kEnd);
    EXPECT_EQ(read_, written_);
    EXPECT_TRUE(has_ended_);
    EXPECT_GT(empty_pages_, 1'000);
}

TEST_F(AdversePageTest, TheSamePositionGivesTheSamePage) {
    const Chances chances(pages(0.5, 4), 7);
    for (const StreamPosition& start : written_) {
        const auto once = read_adversely(shard_, following(start), kLimits, chances, kEnd);
        const auto again = read_adversely(shard_, following(start), kLimits, chances, kEnd);
        EXPECT_EQ(once.records.size(), again.records.size());
        EXPECT_EQ(once.next, again.next);
    }
}

TEST_F(AdversePageTest, ARecordRequestedByItsNumberIsReturned) {
    const Chances chances(pages(0.9, 1), 7);
    for (const StreamPosition& start : written_) {
        const auto batch = read_adversely(shard_, start, kLimits, chances, kEnd);
        ASSERT_EQ(batch.records.size(), 1u);
        EXPECT_EQ(batch.records[0].position, start);
    }
}

TEST_F(AdversePageTest, TrimmedRecordsDoNotBlockReading) {
    shard_.trim(Instant(31'000));
    const Chances chances(pages(0.9, 1), 7);
    StreamPosition start;
    for (int i = 0; i < 8; ++i) {
        const auto batch = read_adversely(shard_, start, kLimits, chances, kEnd);
        ASSERT_TRUE(batch.next);
        EXPECT_FALSE(shard_.is_trimmed(*batch.next));
        start = *batch.next;
    }
    follow(chances, kEnd);
    EXPECT_EQ(read_.front(), (StreamPosition{31, 0}));
}

TEST_F(AdversePageTest, LateRecordsDelayLaterRecords) {
    Adversity adversity;
    adversity.lag = Distribution::uniform(0, 20'000);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Chances chances(adversity, seed);
        std::size_t seen = 0;
        for (std::int64_t second = 1; second <= 85; ++second) {
            follow(chances, Instant(second * 1'000));
            // The records read are always a prefix of the written ones. The prefix grows and lacks
            // at most the records that may still be late.
            EXPECT_TRUE(std::equal(read_.begin(), read_.end(), written_.begin()));
            EXPECT_GE(read_.size(), seen);
            seen = read_.size();
            if (second <= 20) continue;
            EXPECT_GE(
                read_.back().commit, std::min(static_cast<std::uint64_t>(second) - 20, kPageCommits)
            );
        }
        EXPECT_EQ(seen, written_.size());
    }
}

TEST_F(AdversePageTest, AClosedShardEndsOnceItsLateRecordsWereRead) {
    Adversity adversity;
    adversity.lag = Distribution::fixed(5'000);
    shard_.close({kPageCommits, 999}, Instant(60'000));
    follow(Chances(adversity, 7), Instant(64'000));
    EXPECT_EQ(read_.back(), (StreamPosition{59, 0}));
    EXPECT_FALSE(has_ended_);
    follow(Chances(adversity, 7), Instant(65'000));
    EXPECT_EQ(read_, written_);
    EXPECT_TRUE(has_ended_);
}

TEST_F(AdversePageTest, RecordsFromBeforeTheClockWasSetBackAreReturned) {
    Adversity adversity;
    adversity.lag = Distribution::fixed(5'000);
    append({kPageCommits + 1, 0});
    follow(Chances(adversity, 7), Instant(-3'600'000));
    EXPECT_EQ(read_, written_);
}

}  // namespace
}  // namespace stator::engine::stream
