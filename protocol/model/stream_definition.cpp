#include "protocol/model/stream_definition.hpp"

#include <utility>

#include "protocol/base/number_text.hpp"
#include "protocol/model/definition_json.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model {
namespace {

using namespace definition;
using wire::JsonView;
using wire::JsonWriter;

// Hashes use all 64 bits, which no JSON number is sure to keep.
std::string hash_text(std::uint64_t hash) {
    return std::to_string(hash);
}

std::uint64_t read_hash(JsonView json, std::string_view name) {
    return parse_number<std::uint64_t>(definition::read_text(json, name)).value_or(0);
}

std::optional<StreamPosition> read_position(JsonView json, std::string_view name) {
    return stream_position_from(definition::read_text(json, name));
}

void write_shard(JsonWriter& json, const ShardDescription& shard) {
    json.begin_object();
    json.string_member("ShardId", shard.id);
    definition::write_text(json, "ParentShardId", shard.parent_id);
    json.string_member("FirstHash", hash_text(shard.first_hash));
    json.string_member("LastHash", hash_text(shard.last_hash));
    json.string_member("StartingSequenceNumber", sequence_number_text(shard.starting));
    if (shard.ending) {
        json.string_member("EndingSequenceNumber", sequence_number_text(*shard.ending));
        definition::write_time(json, "ClosingMs", shard.closing_time);
    }
    definition::write_time(json, "CreationMs", shard.creation_time);
    json.end_object();
}

ShardDescription read_shard(JsonView json) {
    ShardDescription shard;
    shard.id = definition::read_text(json, "ShardId");
    shard.parent_id = definition::read_text(json, "ParentShardId");
    shard.first_hash = read_hash(json, "FirstHash");
    shard.last_hash = read_hash(json, "LastHash");
    shard.starting = read_position(json, "StartingSequenceNumber").value_or(StreamPosition{});
    shard.ending = read_position(json, "EndingSequenceNumber");
    shard.closing_time = definition::read_time(json, "ClosingMs").value_or(Instant());
    shard.creation_time = definition::read_time(json, "CreationMs").value_or(Instant());
    return shard;
}

}  // namespace

std::string encode_stream_definition(const StreamDescription& stream) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("StreamArn", stream.arn);
        json.string_member("StreamLabel", stream.label);
        json.string_member("TableName", stream.table_name);
        definition::write_key_schema(json, stream.key_schema);
        json.string_member("StreamViewType", values::text_of(stream.view_type));
        definition::write_time(json, "CreationMs", stream.creation_time);
        definition::write_time(json, "DisabledMs", stream.disabled_at);
        json.array_member("Shards", stream.shards, [&](const ShardDescription& shard) {
            write_shard(json, shard);
        });
    });
}

std::optional<StreamDescription> decode_stream_definition(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const JsonView json = document->root();
    StreamDescription stream;
    stream.arn = definition::read_text(json, "StreamArn");
    stream.label = definition::read_text(json, "StreamLabel");
    stream.table_name = definition::read_text(json, "TableName");
    stream.key_schema = definition::read_keys(json);
    const auto view_type =
        values::term_from<values::StreamViewType>(definition::read_text(json, "StreamViewType"));
    if (stream.arn.empty() || stream.key_schema.empty() || !view_type) return std::nullopt;
    stream.view_type = *view_type;
    stream.creation_time = definition::read_time(json, "CreationMs").value_or(Instant());
    stream.disabled_at = definition::read_time(json, "DisabledMs");
    definition::for_each_object(json, "Shards", [&](JsonView shard) {
        stream.shards.push_back(read_shard(shard));
    });
    return stream;
}

}  // namespace stator::protocol::model
