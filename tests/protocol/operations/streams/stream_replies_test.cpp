#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/operations/streams/streams.hpp"
#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::streams {
namespace {

model::StreamDescription described() {
    model::StreamDescription stream;
    stream.arn = "arn:s";
    stream.label = "label";
    stream.table_name = "t";
    stream.key_schema = {{"pk", values::KeyType::Hash}};
    stream.view_type = values::StreamViewType::KeysOnly;
    stream.creation_time = Instant(1'500);
    return stream;
}

model::ShardDescription shard(const std::string& id, std::uint64_t first_commit) {
    model::ShardDescription made;
    made.id = id;
    made.starting = {first_commit, 0};
    return made;
}

TEST(ListStreamsReply, NamesTheLastStreamWhenThereAreMore) {
    EXPECT_EQ(encode_list_streams({}), "{\"Streams\":[]}");
    const std::string stream = "{'StreamArn':'arn:s','TableName':'t','StreamLabel':'label'}";
    EXPECT_EQ(
        single_quoted(encode_list_streams({{described()}, false})), "{'Streams':[" + stream + "]}"
    );
    EXPECT_EQ(
        single_quoted(encode_list_streams({{described()}, true})),
        "{'Streams':[" + stream + "],'LastEvaluatedStreamArn':'arn:s'}"
    );
}

TEST(DescribeStreamReply, ShowsParentsAndEndsOfShards) {
    model::StreamDescription stream = described();
    stream.disabled_at = Instant(2'000);
    stream.shards = {shard("root", 1), shard("child", 9)};
    stream.shards[0].ending = model::StreamPosition{8, 2};
    stream.shards[1].parent_id = "root";
    EXPECT_EQ(
        single_quoted(encode_describe_stream({stream, true})),
        "{'StreamDescription':{'StreamArn':'arn:s','TableName':'t','StreamLabel':'label',"
        "'StreamStatus':'DISABLED','StreamViewType':'KEYS_ONLY','CreationRequestDateTime':1.5,"
        "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'Shards':[{'ShardId':'root',"
        "'SequenceNumberRange':{'StartingSequenceNumber':'100000000000000000001000',"
        "'EndingSequenceNumber':'100000000000000000008002'}},{'ShardId':'child',"
        "'SequenceNumberRange':{'StartingSequenceNumber':'100000000000000000009000'},"
        "'ParentShardId':'root'}],'LastEvaluatedShardId':'child'}}"
    );
}

model::StreamRecord modified() {
    model::StreamRecord record;
    record.position = {5, 1};
    record.time = Instant(1'750'000'000'999);
    record.event = model::StreamEvent::Modify;
    record.keys = tests::item("{'pk': {'S': 'a'}}");
    record.old_image = tests::item("{'pk': {'S': 'a'}, 'v': {'N': '1'}}");
    return record;
}

std::string records_reply(const std::vector<model::StreamRecord>& records) {
    return single_quoted(
        encode_get_records({records, std::nullopt, values::StreamViewType::OldImage, "eu-west-1"})
    );
}

TEST(GetRecordsReply, ShowsARecordWithTheImagesItHas) {
    const std::string body = records_reply({modified()});
    const std::string id = body.substr(body.find("'eventID':'") + 11, 32);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
    EXPECT_EQ(
        body,
        "{'Records':[{'eventID':'" + id +
            "','eventName':'MODIFY','eventVersion':'1.1','eventSource':'aws:dynamodb',"
            "'awsRegion':'eu-west-1','dynamodb':{'ApproximateCreationDateTime':1750000000,"
            "'Keys':{'pk':{'S':'a'}},'OldImage':{'pk':{'S':'a'},'v':{'N':'1'}},"
            "'SequenceNumber':'100000000000000000005001','SizeBytes':9,"
            "'StreamViewType':'OLD_IMAGE'}}]}"
    );
}

TEST(GetRecordsReply, NamesTheServiceThatExpiredAnItem) {
    model::StreamRecord record = modified();
    EXPECT_EQ(records_reply({record}).find("userIdentity"), std::string::npos);
    record.by_time_to_live = true;
    EXPECT_NE(
        records_reply({record}).find(
            "'userIdentity':{'Type':'Service','PrincipalId':'dynamodb.amazonaws.com'}"
        ),
        std::string::npos
    );
}

TEST(GetRecordsReply, HasADifferentIdForEachRecord) {
    const auto id = [](const model::StreamRecord& record) {
        const std::string body = records_reply({record});
        return body.substr(body.find("'eventID':'") + 11, 32);
    };
    model::StreamRecord other = modified();
    other.position.ordinal = 2;
    EXPECT_NE(id(modified()), id(other));
    other = modified();
    other.position.commit = 6;
    EXPECT_NE(id(modified()), id(other));
    EXPECT_EQ(id(modified()), id(modified()));
}

TEST(GetRecordsReply, HasNoIteratorAtTheEndOfAShard) {
    EXPECT_EQ(records_reply({}), "{'Records':[]}");
    const ShardIterator next{"arn:s", "shard", {5, 2}, Instant(7)};
    EXPECT_EQ(
        single_quoted(encode_get_records({{}, next, values::StreamViewType::OldImage, "eu-west-1"})
        ),
        "{'NextShardIterator':'" + encode_shard_iterator(next) + "','Records':[]}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::streams
