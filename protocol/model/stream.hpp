// StreamDescription: everything about a table's stream except its records. A value.
//
// DescribeStream prints it, and the data file stores it. A disabled stream exists for one more day:
// its records remain readable even if its table is deleted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/model/table.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model {

// The position of a record in its stream: the commit that created it, and the record's position
// within the commit. AWS: a decimal number of 21 to 40 digits that increases along a shard.
// [case streams/record_identity]
struct StreamPosition {
    std::uint64_t commit = 0;
    std::uint32_t ordinal = 0;  // less than 1,000

    friend auto operator<=>(const StreamPosition&, const StreamPosition&) = default;
};

// Returns 24 digits, of which the first is not zero.
std::string sequence_number_text(const StreamPosition& position);

// Parses a position from digits. A number that is too small yields the position before the first
// record; a number that is too large yields the position after the last one. nullopt if the text is
// not a number.
std::optional<StreamPosition> stream_position_from(std::string_view text);

struct ShardDescription {
    std::string id;         // "shardId-00001754000000000-0a1b2c3d"
    std::string parent_id;  // "" for a root
    // The range of partition key hashes of the shard's records.
    std::uint64_t first_hash = 0;
    std::uint64_t last_hash = UINT64_MAX;
    StreamPosition starting;
    std::optional<StreamPosition> ending = {};  // set once the shard is closed
    Instant creation_time = {};
    Instant closing_time = {};  // set once the shard is closed

    friend bool operator==(const ShardDescription&, const ShardDescription&) = default;
};

struct StreamDescription {
    std::string arn;
    std::string label;
    std::string table_name;
    values::KeySchema key_schema;
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;
    Instant creation_time = {};
    std::optional<Instant> disabled_at = {};
    std::vector<ShardDescription> shards = {};  // by id

    bool is_enabled() const { return !disabled_at.has_value(); }

    friend bool operator==(const StreamDescription&, const StreamDescription&) = default;
};

// The kind of change of an item, as in a record's eventName.
enum class StreamEvent : unsigned char { Insert, Modify, Remove };

constexpr values::TextsTo<StreamEvent::Remove> texts_of(StreamEvent) {
    return {"INSERT", "MODIFY", "REMOVE"};
}

// One change of one item. Images that the view type omits are null.
struct StreamRecord {
    StreamPosition position;
    Instant time = {};
    StreamEvent event = StreamEvent::Insert;
    bool by_time_to_live = false;
    values::ItemImagePtr keys;
    values::ItemImagePtr old_image;
    values::ItemImagePtr new_image;

    // Returns SizeBytes: the size of the keys and the images.
    std::int64_t size_bytes() const;
};

// The options for writing a record.
struct RecordForm {
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;
    std::string_view region = {};
    // The ARN of the record's stream, for the form that Lambda passes to functions; "" for
    // GetRecords.
    std::string_view event_source_arn = {};
};

// Writes one JSON object.
void write_record(wire::JsonWriter& json, const StreamRecord& record, const RecordForm& form);

// The parts of "arn:aws:dynamodb:{region}:{account}:table/{name}/stream/{label}". They point into
// the ARN.
struct StreamArnParts {
    std::string_view table_name;
    std::string_view label;
};

// Returns nullopt if the text is not the ARN of a stream.
std::optional<StreamArnParts> split_stream_arn(std::string_view arn);

}  // namespace stator::protocol::model
