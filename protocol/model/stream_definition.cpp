#include "protocol/model/stream_definition.hpp"

#include "protocol/base/number_text.hpp"
#include "protocol/model/schema_members.hpp"

namespace stator::protocol::model {

void members(auto& code, Like<ShardDescription> auto& shard) {
    // Hashes use all 64 bits, which JSON numbers cannot represent reliably.
    const auto hash = [&](std::string_view name, auto& value) {
        const auto to_text = [](std::uint64_t number) { return std::to_string(number); };
        const auto from_text = [](std::string_view text) {
            return parse_number<std::uint64_t>(text).value_or(0);
        };
        code.text(name, value, to_text, from_text);
    };
    const auto position = [&](std::string_view name, auto& value) {
        code.text(name, value, sequence_number_text, stream_position_from);
    };
    code("ShardId", shard.id);
    code.if_set("ParentShardId", shard.parent_id);
    hash("FirstHash", shard.first_hash);
    hash("LastHash", shard.last_hash);
    position("StartingSequenceNumber", shard.starting);
    position("EndingSequenceNumber", shard.ending);
    if (shard.ending) code("ClosingMs", shard.closing_time);
    code("CreationMs", shard.creation_time);
}

void members(auto& code, Like<StreamDescription> auto& stream) {
    code.demand("StreamArn", stream.arn);
    code("StreamLabel", stream.label);
    code("TableName", stream.table_name);
    code.demand("KeySchema", stream.key_schema);
    code.demand("StreamViewType", stream.view_type);
    code("CreationMs", stream.creation_time);
    code("DisabledMs", stream.disabled_at);
    code("Shards", stream.shards);
}

std::string encode_stream_definition(const StreamDescription& stream) {
    return stored_text(stream);
}

std::optional<StreamDescription> decode_stream_definition(std::string text) {
    return from_stored<StreamDescription>(std::move(text));
}

}  // namespace stator::protocol::model
