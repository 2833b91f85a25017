#include "protocol/model/stream_definition.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::model {
namespace {

StreamDescription described() {
    StreamDescription stream;
    stream.arn = "arn:aws:dynamodb:us-east-1:123456789012:table/t/stream/label";
    stream.label = "label";
    stream.table_name = "t \"quoted\"";
    stream.key_schema = {{"pk", values::KeyType::Hash}, {"sk", values::KeyType::Range}};
    stream.view_type = values::StreamViewType::OldImage;
    stream.creation_time = Instant(1'750'000'000'123);
    stream.shards = {
        {.id = "shardId-1", .parent_id = "", .starting = {5, 0}, .creation_time = Instant(7)}};
    return stream;
}

// A disabled stream with a closed shard and its child.
StreamDescription ended() {
    StreamDescription stream = described();
    stream.disabled_at = Instant(1'750'000'000'999);
    stream.shards.front().ending = StreamPosition{9, 3};
    stream.shards.front().closing_time = Instant(11);
    stream.shards.push_back(
        {.id = "shardId-2",
         .parent_id = "shardId-1",
         .first_hash = UINT64_MAX / 2 + 1,
         .last_hash = UINT64_MAX,
         .starting = {UINT64_MAX, 999},
         .creation_time = Instant(12)}
    );
    return stream;
}

TEST(StreamDefinition, IsReadAsItWasWritten) {
    const StreamDescription stream = described();
    EXPECT_EQ(decode_stream_definition(encode_stream_definition(stream)), stream);
}

TEST(StreamDefinition, KeepsTheEndOfShardsAndOfTheStream) {
    const StreamDescription stream = ended();
    EXPECT_EQ(decode_stream_definition(encode_stream_definition(stream)), stream);
}

// Existing data files contain this text.
TEST(StreamDefinition, KeepsItsText) {
    EXPECT_EQ(
        encode_stream_definition(ended()),
        R"({"StreamArn":"arn:aws:dynamodb:us-east-1:123456789012:table/t/stream/label",)"
        R"("StreamLabel":"label","TableName":"t \"quoted\"","KeySchema":[{"AttributeName":"pk",)"
        R"("KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
        R"("StreamViewType":"OLD_IMAGE","CreationMs":1750000000123,"DisabledMs":1750000000999,)"
        R"("Shards":[{"ShardId":"shardId-1","FirstHash":"0","LastHash":"18446744073709551615",)"
        R"("StartingSequenceNumber":"100000000000000000005000",)"
        R"("EndingSequenceNumber":"100000000000000000009003","ClosingMs":11,"CreationMs":7},)"
        R"({"ShardId":"shardId-2","ParentShardId":"shardId-1","FirstHash":"9223372036854775808",)"
        R"("LastHash":"18446744073709551615","StartingSequenceNumber":"118446744073709551615999",)"
        R"("CreationMs":12}]})"
    );
}

TEST(StreamDefinition, KeepsEveryViewType) {
    using values::StreamViewType;
    for (const StreamViewType type :
         {StreamViewType::NewImage,
          StreamViewType::OldImage,
          StreamViewType::NewAndOldImages,
          StreamViewType::KeysOnly}) {
        StreamDescription stream = described();
        stream.view_type = type;
        const auto read = decode_stream_definition(encode_stream_definition(stream));
        ASSERT_TRUE(read);
        EXPECT_EQ(read->view_type, type);
    }
}

TEST(StreamDefinition, RequiresItsArnItsKeysAndItsViewType) {
    const std::string text = encode_stream_definition(described());
    const auto without = [&](const std::string& member) {
        std::string broken = text;
        const auto place = broken.find("\"" + member + "\"");
        EXPECT_NE(place, std::string::npos) << member;
        return decode_stream_definition(broken.replace(place + 1, member.size(), "Other"));
    };
    for (const std::string member : {"StreamArn", "KeySchema", "StreamViewType"})
        EXPECT_FALSE(without(member)) << member;
    EXPECT_TRUE(without("Shards"));
    for (const std::string damaged : {"", "[]", "null", "{}", "{\"StreamArn\""})
        EXPECT_FALSE(decode_stream_definition(damaged)) << damaged;
}

}  // namespace
}  // namespace stator::protocol::model
