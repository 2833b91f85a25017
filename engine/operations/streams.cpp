#include "engine/operations/streams.hpp"

#include <algorithm>
#include <utility>

#include "engine/stream/stream_log.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/streams.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::engine::operations {
namespace {

using protocol::Result;
using protocol::model::ShardDescription;
using protocol::model::StreamPosition;
using protocol::operations::streams::ShardIterator;
using protocol::operations::streams::ShardIteratorType;
namespace errors = protocol::errors;

Result<std::shared_ptr<stream::Stream>> find_stream(
    universes::Universe& universe, const RequestContext& context, const std::string& arn
) {
    catalog::Catalog& catalog = universe.catalog(context);
    auto stream = catalog.streams().find(arn);
    if (stream == nullptr || stream->is_spent(context.now)) return errors::stream_not_found(arn);
    return stream;
}

// Where an iterator of that type starts in the shard.
StreamPosition start_position(
    const universes::Universe& universe,
    const protocol::operations::streams::GetShardIteratorRequest& request
) {
    switch (request.type) {
        case ShardIteratorType::TrimHorizon: return {};
        case ShardIteratorType::Latest: return {universe.last_sequence().value + 1, 0};
        case ShardIteratorType::AtSequenceNumber: return request.position;
        case ShardIteratorType::AfterSequenceNumber:
            return {request.position.commit, request.position.ordinal + 1};
    }
    return {};
}

}  // namespace

Result<protocol::operations::streams::ListStreamsReply> list_streams(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::ListStreamsRequest& request
) {
    std::string_view table_name = request.table_name;
    if (protocol::model::is_arn(table_name)) {
        const auto parts = protocol::model::split_arn(table_name);
        table_name = parts ? protocol::model::table_of_resource(parts->resource) : table_name;
    }
    catalog::Catalog& catalog = universe.catalog(context);
    stream::StreamLog::List list =
        catalog.streams().list(table_name, request.exclusive_start_stream_arn, request.limit);
    return protocol::operations::streams::ListStreamsReply{std::move(list.streams), list.has_more};
}

Result<protocol::operations::streams::DescribeStreamReply> describe_stream(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::DescribeStreamRequest& request
) {
    STATOR_TRY(const auto stream, find_stream(universe, context, request.stream_arn));
    protocol::operations::streams::DescribeStreamReply reply{stream->description()};
    std::vector<ShardDescription> page;
    for (ShardDescription& shard : reply.stream.shards) {
        if (shard.id <= request.exclusive_start_shard_id) continue;
        if (!request.child_shards_of.empty() && shard.parent_id != request.child_shards_of) {
            continue;
        }
        reply.has_more = page.size() == request.limit;
        if (reply.has_more) break;
        page.push_back(std::move(shard));
    }
    reply.stream.shards = std::move(page);
    return reply;
}

Result<protocol::operations::streams::ShardIterator> get_shard_iterator(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::GetShardIteratorRequest& request
) {
    STATOR_TRY(const auto stream, find_stream(universe, context, request.stream_arn));
    const auto shard = stream->find(request.shard_id);
    if (shard == nullptr) return errors::shard_not_found();
    shard->trim(context.now - stream::kStreamRetentionMs);
    const StreamPosition start = start_position(universe, request);
    const bool is_explicit = request.type == ShardIteratorType::AtSequenceNumber ||
                             request.type == ShardIteratorType::AfterSequenceNumber;
    if (is_explicit && shard->is_trimmed(start)) return errors::trimmed_data();
    return ShardIterator{request.stream_arn, request.shard_id, start, context.now};
}

Result<protocol::operations::streams::GetRecordsReply> get_records(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::streams::GetRecordsRequest& request,
    RequestOutcome& outcome
) {
    const ShardIterator& iterator = request.iterator;
    STATOR_TRY(const auto stream, find_stream(universe, context, iterator.stream_arn));
    const auto shard = stream->find(iterator.shard_id);
    if (shard == nullptr) return errors::trimmed_data();
    if (iterator.creation_time + protocol::kShardIteratorLifeMs < context.now) {
        return errors::expired_iterator();
    }
    // A consumer must not meet a change that a crash could still undo.
    if (universe.journal() != nullptr) outcome.journal_ticket = universe.journal()->last_ticket();
    shard->trim(context.now - stream::kStreamRetentionMs);
    const bool is_horizon = iterator.position == StreamPosition{};
    if (!is_horizon && shard->is_trimmed(iterator.position)) return errors::trimmed_data();
    stream::Shard::Batch batch =
        shard->read(iterator.position, request.limit, protocol::kMaxStreamPageBytes);
    protocol::operations::streams::GetRecordsReply reply;
    reply.records = std::move(batch.records);
    if (batch.next) {
        reply.next =
            ShardIterator{iterator.stream_arn, iterator.shard_id, *batch.next, context.now};
    }
    reply.view_type = stream->view_type();
    reply.region = context.place.region;
    return reply;
}

}  // namespace stator::engine::operations
