// The operations of DynamoDB Streams on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/operations/streams/streams.hpp"

namespace stator::engine::operations {

Result<requests::streams::ListStreamsReply> list_streams(
    const universes::Call& call, const requests::streams::ListStreamsRequest& request
);
Result<requests::streams::DescribeStreamReply> describe_stream(
    const universes::Call& call, const requests::streams::DescribeStreamRequest& request
);
Result<requests::streams::ShardIterator> get_shard_iterator(
    const universes::Call& call, const requests::streams::GetShardIteratorRequest& request
);
Result<requests::streams::GetRecordsReply> get_records(
    const universes::Call& call, const requests::streams::GetRecordsRequest& request
);

}  // namespace stator::engine::operations
