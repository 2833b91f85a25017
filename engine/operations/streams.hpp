// The operations of DynamoDB Streams on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/universe.hpp"
#include "protocol/operations/streams/streams.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::streams::ListStreamsReply> list_streams(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::ListStreamsRequest& request
);
protocol::Result<protocol::operations::streams::DescribeStreamReply> describe_stream(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::DescribeStreamRequest& request
);
protocol::Result<protocol::operations::streams::ShardIterator> get_shard_iterator(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::GetShardIteratorRequest& request
);
protocol::Result<protocol::operations::streams::GetRecordsReply> get_records(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::GetRecordsRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations
