// ListStreams, DescribeStream, GetShardIterator, GetRecords: requests, their validation without
// streams, replies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::streams {

struct ListStreamsRequest {
    std::string table_name;  // name or ARN, "" for every table
    std::size_t limit = kMaxListedStreams;
    std::string exclusive_start_stream_arn;  // "" for the first page
};

struct DescribeStreamRequest {
    std::string stream_arn;
    std::size_t limit = kMaxListedStreams;
    std::string exclusive_start_shard_id;  // "" for the first page
    std::string child_shards_of;           // "" without a ShardFilter
};

enum class ShardIteratorType : unsigned char {
    TrimHorizon,
    Latest,
    AtSequenceNumber,
    AfterSequenceNumber,
};

constexpr values::TextsTo<ShardIteratorType::AfterSequenceNumber> texts_of(ShardIteratorType) {
    return {"TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"};
}

struct GetShardIteratorRequest {
    std::string stream_arn;
    std::string shard_id;
    ShardIteratorType type = ShardIteratorType::TrimHorizon;
    model::StreamPosition position;  // only for the two types that take a SequenceNumber
};

// The content of a ShardIterator, which is opaque text to clients.
struct ShardIterator {
    std::string stream_arn;
    std::string shard_id;
    model::StreamPosition position;  // of the first record it may return
    Instant creation_time = {};
};

struct GetRecordsRequest {
    ShardIterator iterator;
    std::size_t limit = kMaxStreamRecords;
};

Result<ListStreamsRequest> decode_list_streams(wire::JsonView request);
Result<DescribeStreamRequest> decode_describe_stream(wire::JsonView request);
Result<GetShardIteratorRequest> decode_get_shard_iterator(wire::JsonView request);
Result<GetRecordsRequest> decode_get_records(wire::JsonView request);

std::string encode_shard_iterator(const ShardIterator& iterator);
// Returns nullopt if the text is not an iterator that Stator created.
std::optional<ShardIterator> decode_shard_iterator(std::string_view text);

struct ListStreamsReply {
    std::vector<model::StreamDescription> streams;
    bool has_more = false;  // more streams follow
};

struct DescribeStreamReply {
    model::StreamDescription stream;  // contains only the shards of this page
    bool has_more = false;            // more shards follow
};

struct GetRecordsReply {
    std::vector<model::StreamRecord> records;
    std::optional<ShardIterator> next;  // nullopt at the end of a closed shard
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;
    std::string region;
};

std::string encode_list_streams(const ListStreamsReply& reply);
std::string encode_describe_stream(const DescribeStreamReply& reply);
std::string encode_get_shard_iterator(const ShardIterator& iterator);
std::string encode_get_records(const GetRecordsReply& reply);

// The shapes of these requests.
extern const wire::Shape kListStreamsShape;
extern const wire::Shape kDescribeStreamShape;
extern const wire::Shape kGetShardIteratorShape;
extern const wire::Shape kGetRecordsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_get_records, encode_get_records> kGetRecords{
    {.name = "GetRecords", .plane = Plane::Streams, .access = Access::Reads}, &kGetRecordsShape};
inline constexpr OperationSpec<decode_get_shard_iterator, encode_get_shard_iterator>
    kGetShardIterator{
        {.name = "GetShardIterator", .plane = Plane::Streams, .access = Access::Reads},
        &kGetShardIteratorShape};
inline constexpr OperationSpec<decode_describe_stream, encode_describe_stream> kDescribeStream{
    {.name = "DescribeStream", .plane = Plane::Streams, .access = Access::Reads},
    &kDescribeStreamShape};
inline constexpr OperationSpec<decode_list_streams, encode_list_streams> kListStreams{
    {.name = "ListStreams", .plane = Plane::Streams, .access = Access::Reads}, &kListStreamsShape};

}  // namespace stator::protocol::operations::streams
