#include "protocol/operations/streams/streams.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::streams {
namespace {

const std::string kArn =
    "arn:aws:dynamodb:us-east-1:123456789012:table/t/stream/2026-01-02T03:04:05.678";
const std::string kShard = "shardId-00001754000000000-0a1b2c3d";

struct Case {
    std::string members;
    std::string outcome;
};

TEST(ListStreamsRequest, PagesByStreams) {
    EXPECT_EQ(decoded(decode_list_streams, "{}").limit, 100u);
    EXPECT_EQ(decoded(decode_list_streams, "{'Limit': 7}").limit, 7u);
    const std::string other(40, 'x');
    EXPECT_EQ(
        verdict(decode_list_streams, "{'ExclusiveStartStreamArn': '" + other + "'}"),
        "Invalid StreamArn: " + other
    );
    EXPECT_NE(
        verdict(decode_list_streams, "{'Limit': 101}").find("less than or equal to 100"),
        std::string::npos
    );
}

TEST(DescribeStreamRequest, ChecksTheStreamArnButNotItsLength) {
    EXPECT_EQ(verdict(decode_describe_stream, "{'StreamArn': 'x'}"), "Invalid StreamArn: x");
    EXPECT_EQ(
        verdict(decode_describe_stream, "{}"),
        kEnvelope +
            "Value null at 'streamArn' failed to satisfy constraint: Member must not be null"
    );
    const auto described = decoded(
        decode_describe_stream,
        "{'StreamArn': '" + kArn + "', 'ShardFilter': {'Type': 'CHILD_SHARDS', 'ShardId': '" +
            kShard + "'}}"
    );
    EXPECT_EQ(described.stream_arn, kArn);
    EXPECT_EQ(described.child_shards_of, kShard);
    EXPECT_EQ(described.limit, 100u);
}

TEST(GetShardIteratorRequest, RequiresASequenceNumberIfTheTypeUsesOne) {
    const std::string number = model::sequence_number_text({7, 3});
    const std::string with_number = "', 'SequenceNumber': '" + number;
    const std::vector<Case> cases = {
        {"LATEST", "ok"},
        {"TRIM_HORIZON", "ok"},
        {"AT_SEQUENCE_NUMBER" + with_number, "ok"},
        {"AFTER_SEQUENCE_NUMBER" + with_number, "ok"},
        {"AT_SEQUENCE_NUMBER",
         "The parameter SequenceNumber is required for ShardIteratorType AT_SEQUENCE_NUMBER"},
        {"LATEST" + with_number,
         "The parameter SequenceNumber must not be given for ShardIteratorType LATEST"},
        {"AT_SEQUENCE_NUMBER', 'SequenceNumber': 'x23456789012345678901",
         "Invalid SequenceNumber: x23456789012345678901"},
    };
    for (const Case& each : cases) {
        const std::string request = "{'StreamArn': '" + kArn + "', 'ShardId': '" + kShard +
                                    "', 'ShardIteratorType': '" + each.members + "'}";
        EXPECT_EQ(verdict(decode_get_shard_iterator, request), each.outcome) << request;
    }
    const auto after = decoded(
        decode_get_shard_iterator,
        "{'StreamArn': '" + kArn + "', 'ShardId': '" + kShard +
            "', 'ShardIteratorType': 'AFTER_SEQUENCE_NUMBER" + with_number + "'}"
    );
    EXPECT_EQ(after.type, ShardIteratorType::AfterSequenceNumber);
    EXPECT_EQ(after.position, (model::StreamPosition{7, 3}));
}

TEST(GetRecordsRequest, ReadsItsIterator) {
    const ShardIterator iterator{kArn, kShard, {UINT64_MAX, 999}, Instant(1'750'000'000'000)};
    const auto get =
        decoded(decode_get_records, "{'ShardIterator': '" + encode_shard_iterator(iterator) + "'}");
    EXPECT_EQ(get.iterator.stream_arn, kArn);
    EXPECT_EQ(get.iterator.shard_id, kShard);
    EXPECT_EQ(get.iterator.position, iterator.position);
    EXPECT_EQ(get.iterator.creation_time, iterator.creation_time);
    EXPECT_EQ(get.limit, 1'000u);
    EXPECT_EQ(verdict(decode_get_records, "{'ShardIterator': 'x'}"), "Invalid ShardIterator");
}

TEST(ShardIterator, IsReadOnlyWhenWhole) {
    const std::string text = encode_shard_iterator({kArn, kShard, {7, 3}, Instant(5)});
    EXPECT_TRUE(decode_shard_iterator(text));
    for (const std::string& other :
         {std::string(),
          std::string("|1|"),
          kArn,
          kArn + "|1|",
          kArn + "|1|?",
          kArn + "|1|AAAA",
          kArn + "|2|" + text.substr(text.rfind('|') + 1),
          "x" + text.substr(text.find('|'))}) {
        EXPECT_FALSE(decode_shard_iterator(other)) << other;
    }
}

}  // namespace
}  // namespace stator::protocol::operations::streams
