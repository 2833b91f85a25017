// The operations of DynamoDB Streams on the engine. Each returns the reply's JSON.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "protocol/operations/streams/streams.hpp"

namespace stator::engine::operations {

protocol::Result<std::string> list_streams(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::streams::ListStreamsRequest& request
);
protocol::Result<std::string> describe_stream(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::streams::DescribeStreamRequest& request
);
protocol::Result<std::string> get_shard_iterator(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::streams::GetShardIteratorRequest& request
);
protocol::Result<std::string> get_records(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::streams::GetRecordsRequest& request
);

}  // namespace stator::engine::operations
