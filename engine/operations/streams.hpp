// The operations of DynamoDB Streams on the engine. Each returns the reply's JSON.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "protocol/operations/streams/streams.hpp"

namespace stator::engine {

protocol::Result<std::string> list_streams(
    Engine& engine, RequestContext& context, const protocol::ListStreamsRequest& request
);
protocol::Result<std::string> describe_stream(
    Engine& engine, RequestContext& context, const protocol::DescribeStreamRequest& request
);
protocol::Result<std::string> get_shard_iterator(
    Engine& engine, RequestContext& context, const protocol::GetShardIteratorRequest& request
);
protocol::Result<std::string> get_records(
    Engine& engine, RequestContext& context, const protocol::GetRecordsRequest& request
);

}  // namespace stator::engine
