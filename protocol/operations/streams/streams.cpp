#include "protocol/operations/streams/streams.hpp"

#include <algorithm>
#include <charconv>

#include "protocol/base/limits.hpp"
#include "protocol/errors/streams.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::streams {
namespace {

using wire::JsonView;
using wire::Shape;
using wire::ShapeType;

const Shape kStreamArn{
    .type = ShapeType::String,
    .length_min = kMinStreamArnLength,
    .length_max = kMaxStreamArnLength};
// AWS: text that is not an ARN has its own error, regardless of its length.
// [case streams/stream_arn]
const Shape kAnyText{.type = ShapeType::String};
const Shape kShardId{
    .type = ShapeType::String, .length_min = kMinShardIdLength, .length_max = kMaxShardIdLength};
const Shape kPageLimit{.type = ShapeType::Integer, .value_min = 1, .value_max = kMaxListedStreams};
const Shape kRecordLimit{
    .type = ShapeType::Integer, .value_min = 1, .value_max = kMaxStreamRecords};
const Shape kFilterType{.type = ShapeType::String, .enum_set = "[CHILD_SHARDS]"};
const Shape kIteratorType{
    .type = ShapeType::String,
    .enum_set = "[AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]"};
const Shape kSequenceNumber{
    .type = ShapeType::String,
    .length_min = kMinSequenceNumberLength,
    .length_max = kMaxSequenceNumberLength};
const Shape kIterator{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxShardIteratorLength};

const wire::BoundShape kListStreamsForm(
    wire::allowed<&ListStreamsRequest::table_name>("TableName", kAnyText),
    wire::allowed<&ListStreamsRequest::limit>("Limit", kPageLimit),
    wire::allowed<&ListStreamsRequest::exclusive_start_stream_arn>(
        "ExclusiveStartStreamArn", kStreamArn
    )
);

const wire::BoundShape kShardFilterForm(
    wire::inner<DescribeStreamRequest>("Type", kFilterType, nullptr, true),
    wire::required<&DescribeStreamRequest::child_shards_of>("ShardId", kShardId)
);
const Shape kShardFilter = kShardFilterForm.shape("ShardFilter");
const wire::BoundShape kDescribeStreamForm(
    wire::required<&DescribeStreamRequest::stream_arn>("StreamArn", kAnyText),
    wire::allowed<&DescribeStreamRequest::limit>("Limit", kPageLimit),
    wire::allowed<&DescribeStreamRequest::exclusive_start_shard_id>(
        "ExclusiveStartShardId", kShardId
    ),
    wire::nested<kShardFilterForm>("ShardFilter", kShardFilter)
);

const wire::BoundShape kGetShardIteratorForm(
    wire::required<&GetShardIteratorRequest::type>("ShardIteratorType", kIteratorType),
    wire::required<&GetShardIteratorRequest::stream_arn>("StreamArn", kAnyText),
    wire::required<&GetShardIteratorRequest::shard_id>("ShardId", kShardId),
    wire::inner<GetShardIteratorRequest>("SequenceNumber", kSequenceNumber, nullptr)
);
const wire::BoundShape kGetRecordsForm(
    wire::inner<GetRecordsRequest>("ShardIterator", kIterator, nullptr, true),
    wire::allowed<&GetRecordsRequest::limit>("Limit", kRecordLimit)
);

Result<void> check_stream_arn(std::string_view arn) {
    if (model::split_stream_arn(arn)) return {};
    return errors::invalid_stream_arn(arn);
}

bool takes_sequence_number(ShardIteratorType type) {
    return type == ShardIteratorType::AtSequenceNumber ||
           type == ShardIteratorType::AfterSequenceNumber;
}

}  // namespace

const wire::Shape kListStreamsShape = kListStreamsForm.shape();
const wire::Shape kDescribeStreamShape = kDescribeStreamForm.shape();
const wire::Shape kGetShardIteratorShape = kGetShardIteratorForm.shape();
const wire::Shape kGetRecordsShape = kGetRecordsForm.shape();

Result<ListStreamsRequest> decode_list_streams(JsonView request) {
    STATOR_TRY(ListStreamsRequest list, kListStreamsForm.decode(request));
    if (request.find("ExclusiveStartStreamArn")) {
        STATOR_CHECK(check_stream_arn(list.exclusive_start_stream_arn));
    }
    return list;
}

Result<DescribeStreamRequest> decode_describe_stream(JsonView request) {
    STATOR_TRY(DescribeStreamRequest describe, kDescribeStreamForm.decode(request));
    STATOR_CHECK(check_stream_arn(describe.stream_arn));
    return describe;
}

Result<GetShardIteratorRequest> decode_get_shard_iterator(JsonView request) {
    STATOR_TRY(GetShardIteratorRequest get, kGetShardIteratorForm.decode(request));
    STATOR_CHECK(check_stream_arn(get.stream_arn));
    const std::string_view type = values::text_of(get.type);
    const auto sequence_number = text_member(request, "SequenceNumber");
    if (!takes_sequence_number(get.type)) {
        if (sequence_number) return errors::sequence_number_forbidden(type);
        return get;
    }
    if (!sequence_number) return errors::sequence_number_required(type);
    const auto position = model::stream_position_from(*sequence_number);
    if (!position) return errors::invalid_sequence_number(*sequence_number);
    get.position = *position;
    return get;
}

Result<GetRecordsRequest> decode_get_records(JsonView request) {
    STATOR_TRY(GetRecordsRequest get, kGetRecordsForm.decode(request));
    auto iterator = decode_shard_iterator(request.string_or_empty("ShardIterator"));
    if (!iterator) return errors::invalid_shard_iterator();
    get.iterator = std::move(*iterator);
    return get;
}

}  // namespace stator::protocol::operations::streams
