#include "protocol/base/number_text.hpp"
#include "protocol/model/schema_members.hpp"
#include "protocol/operations/streams/streams.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::streams {
namespace {

using wire::JsonWriter;

constexpr std::string_view kIteratorVersion = "|1|";

void write_stream(JsonWriter& json, const model::StreamDescription& stream) {
    json.string_member("StreamArn", stream.arn);
    json.string_member("TableName", stream.table_name);
    json.string_member("StreamLabel", stream.label);
}

void write_shard(JsonWriter& json, const model::ShardDescription& shard) {
    json.begin_object();
    json.string_member("ShardId", shard.id);
    json.begin_object("SequenceNumberRange");
    json.string_member("StartingSequenceNumber", model::sequence_number_text(shard.starting));
    if (shard.ending) {
        json.string_member("EndingSequenceNumber", model::sequence_number_text(*shard.ending));
    }
    json.end_object();
    if (!shard.parent_id.empty()) json.string_member("ParentShardId", shard.parent_id);
    json.end_object();
}

// Parses the number before `end`, or the whole text if it does not contain `end`. Removes the
// number and `end` from the text.
template <class Number>
std::optional<Number> take_number(std::string_view& text, char end) {
    const auto place = text.find(end);
    const std::string_view digits = text.substr(0, place);
    text.remove_prefix(place == std::string_view::npos ? text.size() : place + 1);
    return parse_number<Number>(digits);
}

}  // namespace

std::string encode_shard_iterator(const ShardIterator& iterator) {
    std::string text = iterator.stream_arn;
    const std::string inside =
        std::to_string(iterator.position.commit) + "," + std::to_string(iterator.position.ordinal) +
        "," + std::to_string(iterator.creation_time.unix_ms()) + "," + iterator.shard_id;
    return text.append(kIteratorVersion).append(values::base64_text(inside));
}

std::optional<ShardIterator> decode_shard_iterator(std::string_view text) {
    const auto place = text.find(kIteratorVersion);
    if (place == std::string_view::npos) return std::nullopt;
    ShardIterator iterator;
    iterator.stream_arn = text.substr(0, place);
    if (!model::split_stream_arn(iterator.stream_arn)) return std::nullopt;
    const auto inside = wire::bytes_from_base64(text.substr(place + kIteratorVersion.size()));
    if (!inside) return std::nullopt;
    std::string_view rest = *inside;
    const auto commit = take_number<std::uint64_t>(rest, ',');
    const auto ordinal = take_number<std::uint32_t>(rest, ',');
    const auto creation_time = take_number<std::int64_t>(rest, ',');
    if (!commit || !ordinal || !creation_time) return std::nullopt;
    iterator.position = {*commit, *ordinal};
    iterator.creation_time = Instant(*creation_time);
    iterator.shard_id = rest;
    return iterator;
}

std::string encode_list_streams(const ListStreamsReply& reply) {
    return wire::object_text([&](JsonWriter& json) {
        json.objects_member("Streams", reply.streams, [&](const model::StreamDescription& stream) {
            write_stream(json, stream);
        });
        if (reply.has_more) json.string_member("LastEvaluatedStreamArn", reply.streams.back().arn);
    });
}

std::string encode_describe_stream(const DescribeStreamReply& reply) {
    const model::StreamDescription& stream = reply.stream;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("StreamDescription");
        write_stream(json, stream);
        json.string_member("StreamStatus", stream.is_enabled() ? "ENABLED" : "DISABLED");
        json.string_member("StreamViewType", values::text_of(stream.view_type));
        json.timestamp_member("CreationRequestDateTime", stream.creation_time);
        model::MemberWriter{json}("KeySchema", stream.key_schema);
        json.array_member("Shards", stream.shards, [&](const model::ShardDescription& shard) {
            write_shard(json, shard);
        });
        if (reply.has_more) json.string_member("LastEvaluatedShardId", stream.shards.back().id);
        json.end_object();
    });
}

std::string encode_get_shard_iterator(const ShardIterator& iterator) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("ShardIterator", encode_shard_iterator(iterator));
    });
}

std::string encode_get_records(const GetRecordsReply& reply) {
    return wire::object_text([&](JsonWriter& json) {
        if (reply.next) json.string_member("NextShardIterator", encode_shard_iterator(*reply.next));
        json.begin_array("Records");
        for (const model::StreamRecord& record : reply.records) {
            model::write_record(json, record, {reply.view_type, reply.region});
        }
        json.end_array();
    });
}

}  // namespace stator::protocol::operations::streams
