#include "engine/stream/shard.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/expression_support.hpp"

namespace stator::engine::stream {
namespace {

using protocol::model::StreamPosition;

protocol::model::StreamRecord record(std::uint64_t commit, std::uint32_t ordinal = 0) {
    protocol::model::StreamRecord made;
    made.position = {commit, ordinal};
    made.time = Instant(static_cast<std::int64_t>(commit) * 1'000);
    made.keys = tests::item("{'pk': {'S': '12345678'}}");  // 10 bytes
    return made;
}

protocol::model::ShardDescription described() {
    protocol::model::ShardDescription description;
    description.id = "shard";
    description.starting = {1, 0};
    return description;
}

class ShardTest : public ::testing::Test {
protected:
    // Commits 1 to 5, with two records in the third.
    ShardTest() : shard_({}, described()) {
        for (const std::uint64_t commit : {1u, 2u, 3u}) shard_.append(record(commit));
        shard_.append(record(3, 1));
        for (const std::uint64_t commit : {4u, 5u}) shard_.append(record(commit));
    }

    // Such as "2.0 3.0 3.1 then 3.2", or "… end" at the end of the shard.
    std::string read(
        const StreamPosition& start, std::size_t limit = 100, std::int64_t bytes = 1'000'000
    ) const {
        const Shard::Batch batch = shard_.read(start, {limit, bytes});
        std::string text;
        for (const auto& read : batch.records)
            text.append(position_text(read.position)).append(" ");
        return text + (batch.next ? "then " + position_text(*batch.next) : "end");
    }

    static std::string position_text(const StreamPosition& position) {
        return std::to_string(position.commit) + "." + std::to_string(position.ordinal);
    }

    Shard shard_;
};

TEST_F(ShardTest, ReadsFromAPosition) {
    EXPECT_EQ(read({0, 0}), "1.0 2.0 3.0 3.1 4.0 5.0 then 5.1");
    EXPECT_EQ(read({3, 1}), "3.1 4.0 5.0 then 5.1");
    EXPECT_EQ(read({3, 2}), "4.0 5.0 then 5.1");
    EXPECT_EQ(read({9, 0}), "then 9.0");
}

TEST_F(ShardTest, EndsABatchByRecordsAndByBytes) {
    EXPECT_EQ(read({0, 0}, 2), "1.0 2.0 then 2.1");
    EXPECT_EQ(read({0, 0}, 100, 30), "1.0 2.0 3.0 then 3.1");
    EXPECT_EQ(read({0, 0}, 100, 29), "1.0 2.0 then 2.1");
    EXPECT_EQ(read({0, 0}, 100, 1), "1.0 then 1.1");
}

TEST_F(ShardTest, EndsOnceItIsClosedAndReadToItsEnd) {
    shard_.close({5, 999}, Instant(7'000));
    EXPECT_FALSE(shard_.is_open());
    EXPECT_EQ(read({0, 0}, 5), "1.0 2.0 3.0 3.1 4.0 then 4.1");
    EXPECT_EQ(read({4, 1}), "5.0 end");
    EXPECT_EQ(read({5, 1}), "end");
}

TEST_F(ShardTest, IsClosedOnce) {
    shard_.close({5, 999}, Instant(7'000));
    shard_.close({8, 999}, Instant(9'000));
    EXPECT_EQ(shard_.description().ending, (StreamPosition{5, 999}));
    EXPECT_EQ(shard_.description().closing_time, Instant(7'000));
}

TEST_F(ShardTest, ForgetsRecordsOlderThanTheHorizon) {
    EXPECT_FALSE(shard_.is_trimmed({0, 0}));
    shard_.trim(Instant(3'000));
    EXPECT_EQ(read({0, 0}), "3.0 3.1 4.0 5.0 then 5.1");
    EXPECT_TRUE(shard_.is_trimmed({2, 0}));
    EXPECT_FALSE(shard_.is_trimmed({2, 1}));
    EXPECT_FALSE(shard_.is_trimmed({3, 0}));
    shard_.trim(Instant(1'000));
    EXPECT_EQ(shard_.records().size(), 4u);
}

TEST_F(ShardTest, IsSpentOnceItIsClosedAndEmpty) {
    shard_.trim(Instant(6'000));
    EXPECT_TRUE(shard_.records().empty());
    EXPECT_FALSE(shard_.is_spent(Instant(100'000)));
    shard_.close({5, 999}, Instant(7'000));
    EXPECT_FALSE(shard_.is_spent(Instant(7'000)));
    EXPECT_TRUE(shard_.is_spent(Instant(7'001)));
}

TEST_F(ShardTest, CopiesTheRecordsAndTheTrimmedPositionOfAnother) {
    shard_.trim(Instant(3'000));
    Shard copy({}, described());
    copy.copy_records(shard_);
    EXPECT_EQ(copy.records().size(), 4u);
    EXPECT_TRUE(copy.is_trimmed({2, 0}));
    EXPECT_FALSE(copy.is_trimmed({3, 0}));
}

}  // namespace
}  // namespace stator::engine::stream
