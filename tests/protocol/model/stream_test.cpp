#include "protocol/model/stream.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::model {
namespace {

constexpr StreamPosition kFirst{};
constexpr StreamPosition kBehindAll{UINT64_MAX, 0};

TEST(SequenceNumber, HasTwentyFourDigitsAndNoZeroInFront) {
    for (const StreamPosition position :
         {StreamPosition{0, 0}, StreamPosition{17, 999}, StreamPosition{UINT64_MAX, 5}}) {
        const std::string text = sequence_number_text(position);
        EXPECT_EQ(text.size(), 24u) << text;
        EXPECT_NE(text.front(), '0') << text;
    }
}

TEST(SequenceNumber, GrowsWithCommitAndPosition) {
    const std::vector<StreamPosition> ascending = {
        {0, 0},
        {0, 1},
        {0, 999},
        {1, 0},
        {9, 999},
        {10, 0},
        {1'000'000'000'000, 3},
        {UINT64_MAX, 1}};
    for (std::size_t i = 1; i < ascending.size(); ++i) {
        EXPECT_LT(sequence_number_text(ascending[i - 1]), sequence_number_text(ascending[i]));
    }
}

TEST(SequenceNumber, IsReadBack) {
    for (const StreamPosition position :
         {StreamPosition{0, 0}, StreamPosition{12'345, 678}, StreamPosition{UINT64_MAX, 999}}) {
        const std::string text = sequence_number_text(position);
        EXPECT_EQ(stream_position_from(text), position) << text;
        EXPECT_EQ(stream_position_from("0000" + text), position) << text;
    }
}

TEST(SequenceNumber, IsBeforeAllOthersIfTooSmall) {
    for (const std::string text : {"0", "1", "000000000000000000000", "99999999999999999999999"})
        EXPECT_EQ(stream_position_from(text), kFirst) << text;
}

TEST(SequenceNumber, IsAfterAllOthersIfTooLarge) {
    for (const std::string& text :
         {"2" + std::string(23, '0'), std::string(24, '9'), "1" + std::string(39, '0')}) {
        EXPECT_EQ(stream_position_from(text), kBehindAll) << text;
    }
}

TEST(SequenceNumber, ConsistsOfDigits) {
    for (const std::string text : {"", "x", "-1", "1 ", "1.0", "1000000000000000000000x01"})
        EXPECT_FALSE(stream_position_from(text)) << text;
}

TEST(StreamRecord, WeighsItsKeysAndImages) {
    StreamRecord record;
    record.keys = tests::item("{'pk': {'S': 'a'}}");
    EXPECT_EQ(record.size_bytes(), 3);
    record.new_image = tests::item("{'pk': {'S': 'a'}, 'v': {'S': 'xy'}}");
    EXPECT_EQ(record.size_bytes(), 3 + 6);
    record.old_image = tests::item("{'pk': {'S': 'a'}, 'v': {'S': 'x'}}");
    EXPECT_EQ(record.size_bytes(), 3 + 6 + 5);
}

TEST(StreamArn, IsSplitIntoItsParts) {
    const auto parts = split_stream_arn(
        "arn:aws:dynamodb:us-east-1:123456789012:table/my.Table/stream/2026-01-02T03:04:05.678"
    );
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->table_name, "my.Table");
    EXPECT_EQ(parts->label, "2026-01-02T03:04:05.678");
}

TEST(StreamArn, IsRecognisedByAllOfItsParts) {
    const std::string begin = "arn:aws:dynamodb:us-east-1:123456789012:";
    for (const std::string& arn :
         {std::string(),
          std::string("stream"),
          begin + "table/t",
          begin + "table/t/stream/",
          begin + "table//stream/l",
          begin + "table/t/index/i",
          begin + "stream/l",
          std::string("arn:aws:sqs:us-east-1:123456789012:table/t/stream/l"),
          std::string("arn:aws:dynamodb:us-east-1:table/t/stream/l")}) {
        EXPECT_FALSE(split_stream_arn(arn)) << arn;
    }
}

}  // namespace
}  // namespace stator::protocol::model
