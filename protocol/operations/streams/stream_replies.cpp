#include "protocol/base/number_text.hpp"
#include "protocol/model/definition_json.hpp"
#include "protocol/operations/streams/streams.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::streams {
namespace {

using wire::JsonWriter;

constexpr std::string_view kIteratorVersion = "|1|";

// Spreads a position over 128 bits, so that ids look like AWS's and differ between records.
std::string event_id(const model::StreamPosition& position, std::string_view shard_of_record) {
    std::uint64_t high = 0xCBF2'9CE4'8422'2325;
    for (const char c : shard_of_record) {
        high = (high ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01B3;
    }
    high = (high ^ position.commit) * 0x9E37'79B9'7F4A'7C15;
    std::uint64_t low = position.commit * 1'000 + position.ordinal;
    low = (low ^ (low >> 31)) * 0x94D0'49BB'1331'11EB;
    std::string text;
    append_hex(text, high, 16);
    append_hex(text, low, 16);
    return text;
}

void write_image(JsonWriter& json, std::string_view name, const values::ItemImagePtr& image) {
    if (image == nullptr) return;
    json.key(name);
    wire::write_item(json, *image);
}

void write_change(
    JsonWriter& json, const model::StreamRecord& record, values::StreamViewType view_type
) {
    json.key("dynamodb");
    json.begin_object();
    json.integer_member("ApproximateCreationDateTime", record.time.unix_ms() / 1'000);
    write_image(json, "Keys", record.keys);
    write_image(json, "NewImage", record.new_image);
    write_image(json, "OldImage", record.old_image);
    json.string_member("SequenceNumber", model::sequence_number_text(record.position));
    json.integer_member("SizeBytes", record.size_bytes());
    json.string_member("StreamViewType", values::view_type_text(view_type));
    json.end_object();
}

void write_stream(JsonWriter& json, const model::StreamDescription& stream) {
    json.string_member("StreamArn", stream.arn);
    json.string_member("TableName", stream.table_name);
    json.string_member("StreamLabel", stream.label);
}

void write_shard(JsonWriter& json, const model::ShardDescription& shard) {
    json.begin_object();
    json.string_member("ShardId", shard.id);
    json.key("SequenceNumberRange");
    json.begin_object();
    json.string_member("StartingSequenceNumber", model::sequence_number_text(shard.starting));
    if (shard.ending) {
        json.string_member("EndingSequenceNumber", model::sequence_number_text(*shard.ending));
    }
    json.end_object();
    if (!shard.parent_id.empty()) json.string_member("ParentShardId", shard.parent_id);
    json.end_object();
}

// The number up to `end` or the end of the text, which is cut off together with `end`.
template <class Number>
std::optional<Number> take_number(std::string_view& text, char end) {
    const auto place = text.find(end);
    const std::string_view digits = text.substr(0, place);
    text.remove_prefix(place == std::string_view::npos ? text.size() : place + 1);
    return parse_number<Number>(digits);
}

}  // namespace

void write_record(JsonWriter& json, const model::StreamRecord& record, const RecordForm& form) {
    const bool is_event = !form.event_source_arn.empty();
    json.begin_object();
    json.string_member("eventID", event_id(record.position, record.keys->payload()));
    json.string_member("eventName", model::event_text(record.event));
    json.string_member("eventVersion", "1.1");
    json.string_member("eventSource", "aws:dynamodb");
    json.string_member("awsRegion", form.region);
    write_change(json, record, form.view_type);
    if (record.by_time_to_live) {
        json.key("userIdentity");
        json.begin_object();
        json.string_member(is_event ? "type" : "Type", "Service");
        json.string_member(is_event ? "principalId" : "PrincipalId", "dynamodb.amazonaws.com");
        json.end_object();
    }
    if (is_event) json.string_member("eventSourceARN", form.event_source_arn);
    json.end_object();
}

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
    std::string body;
    JsonWriter json(body);
    json.begin_object();
    json.key("Streams");
    json.begin_array();
    for (const model::StreamDescription& stream : reply.streams) {
        json.begin_object();
        write_stream(json, stream);
        json.end_object();
    }
    json.end_array();
    if (reply.has_more) json.string_member("LastEvaluatedStreamArn", reply.streams.back().arn);
    json.end_object();
    return body;
}

std::string encode_describe_stream(const DescribeStreamReply& reply) {
    const model::StreamDescription& stream = reply.stream;
    std::string body;
    JsonWriter json(body);
    json.begin_object();
    json.key("StreamDescription");
    json.begin_object();
    write_stream(json, stream);
    json.string_member("StreamStatus", stream.is_enabled() ? "ENABLED" : "DISABLED");
    json.string_member("StreamViewType", values::view_type_text(stream.view_type));
    json.timestamp_member("CreationRequestDateTime", stream.creation_time);
    model::definition::write_key_schema(json, stream.key_schema);
    json.key("Shards");
    json.begin_array();
    for (const model::ShardDescription& shard : stream.shards) write_shard(json, shard);
    json.end_array();
    if (reply.has_more) json.string_member("LastEvaluatedShardId", stream.shards.back().id);
    json.end_object();
    json.end_object();
    return body;
}

std::string encode_get_shard_iterator(const ShardIterator& iterator) {
    std::string body;
    JsonWriter json(body);
    json.begin_object();
    json.string_member("ShardIterator", encode_shard_iterator(iterator));
    json.end_object();
    return body;
}

std::string encode_get_records(const GetRecordsReply& reply) {
    std::string body;
    JsonWriter json(body);
    json.begin_object();
    if (reply.next) json.string_member("NextShardIterator", encode_shard_iterator(*reply.next));
    json.key("Records");
    json.begin_array();
    for (const model::StreamRecord& record : reply.records) {
        write_record(json, record, {reply.view_type, reply.region});
    }
    json.end_array();
    json.end_object();
    return body;
}

}  // namespace stator::protocol::operations::streams
