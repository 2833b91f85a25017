// The operations of DynamoDB Streams on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/operations/streams/streams.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::streams::ListStreamsReply> list_streams(
    const universes::Call& call, const protocol::operations::streams::ListStreamsRequest& request
);
protocol::Result<protocol::operations::streams::DescribeStreamReply> describe_stream(
    const universes::Call& call, const protocol::operations::streams::DescribeStreamRequest& request
);
protocol::Result<protocol::operations::streams::ShardIterator> get_shard_iterator(
    const universes::Call& call,
    const protocol::operations::streams::GetShardIteratorRequest& request
);
protocol::Result<protocol::operations::streams::GetRecordsReply> get_records(
    const universes::Call& call, const protocol::operations::streams::GetRecordsRequest& request
);

}  // namespace stator::engine::operations
