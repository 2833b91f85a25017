#include "engine/operations/streams.hpp"

#include <algorithm>
#include <utility>

#include "engine/operations/control/table_changes.hpp"
#include "engine/stream/adverse_page.hpp"
#include "engine/stream/stream_log.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/streams.hpp"

namespace stator::engine::operations {
namespace {

using model::ShardDescription;
using model::StreamPosition;
using requests::streams::ShardIterator;
using requests::streams::ShardIteratorType;

Result<std::shared_ptr<stream::Stream>> find_stream(
    const universes::Call& call, const std::string& arn
) {
    catalog::Catalog& catalog = call.catalog();
    auto stream = catalog.streams().find(arn);
    if (stream == nullptr || stream->is_spent(call.now())) return errors::stream_not_found(arn);
    return stream;
}

// The position after every record that can be read now.
StreamPosition latest_position(
    universes::Universe& universe, const stream::Shard& shard, Instant now
) {
    if (const auto chances = universe.switches().stream_adversity.chances()) {
        if (const auto late = shard.first_late(*chances, now)) return *late;
    }
    return {universe.consistency().last_sequence().value + 1, 0};
}

// The start position of an iterator of that type in the shard.
StreamPosition start_position(
    universes::Universe& universe,
    const stream::Shard& shard,
    const requests::streams::GetShardIteratorRequest& request,
    Instant now
) {
    switch (request.type) {
        case ShardIteratorType::TrimHorizon: return {};
        case ShardIteratorType::Latest: return latest_position(universe, shard, now);
        case ShardIteratorType::AtSequenceNumber: return request.position;
        case ShardIteratorType::AfterSequenceNumber: return stream::following(request.position);
    }
    return {};
}

// If the universe's streams have faults, ages the iterator as if its reply had been delayed.
Instant iterator_time(
    universes::Universe& universe,
    const stream::Shard& shard,
    const StreamPosition& position,
    Instant now
) {
    const auto chances = universe.switches().stream_adversity.chances();
    return chances ? now - chances->iterator_age_ms(shard.salt(), position) : now;
}

// The number of shards in one reply.
std::size_t listed_shards(
    const universes::Universe& universe, const requests::streams::DescribeStreamRequest& request
) {
    // The AWS documentation does not say that a list of children is paged.
    if (!request.child_shards_of.empty()) return request.limit;
    const auto chances = universe.switches().stream_adversity.chances();
    const std::size_t most = chances ? chances->adversity().listed_shards : 0;
    return most == 0 ? request.limit : std::min(request.limit, most);
}

stream::Shard::Batch read_page(
    universes::Universe& universe,
    const stream::Shard& shard,
    const requests::streams::GetRecordsRequest& request,
    Instant now
) {
    const StreamPosition& start = request.iterator.position;
    const stream::Shard::PageLimits limits{request.limit, protocol::kMaxStreamPageBytes};
    const auto chances = universe.switches().stream_adversity.chances();
    if (chances) return stream::read_adversely(shard, start, limits, *chances, now);
    return shard.read(start, limits);
}

}  // namespace

Result<requests::streams::ListStreamsReply> list_streams(
    const universes::Call& call, const requests::streams::ListStreamsRequest& request
) {
    const std::string_view table_name = model::plain_name(request.table_name);
    catalog::Catalog& catalog = call.catalog();
    stream::StreamLog::List list =
        catalog.streams().list(table_name, request.exclusive_start_stream_arn, request.limit);
    return requests::streams::ListStreamsReply{std::move(list.streams), list.has_more};
}

Result<requests::streams::DescribeStreamReply> describe_stream(
    const universes::Call& call, const requests::streams::DescribeStreamRequest& request
) {
    STATOR_TRY(const auto stream, find_stream(call, request.stream_arn));
    requests::streams::DescribeStreamReply reply{stream->description()};
    const std::size_t limit = listed_shards(call.universe, request);
    std::vector<ShardDescription> page;
    for (ShardDescription& shard : reply.stream.shards) {
        if (shard.id <= request.exclusive_start_shard_id) continue;
        if (!request.child_shards_of.empty() && shard.parent_id != request.child_shards_of) {
            continue;
        }
        reply.has_more = page.size() == limit;
        if (reply.has_more) break;
        page.push_back(std::move(shard));
    }
    reply.stream.shards = std::move(page);
    return reply;
}

Result<requests::streams::ShardIterator> get_shard_iterator(
    const universes::Call& call, const requests::streams::GetShardIteratorRequest& request
) {
    STATOR_TRY(const auto stream, find_stream(call, request.stream_arn));
    const auto shard = stream->find(request.shard_id);
    if (shard == nullptr) return errors::shard_not_found();
    shard->trim(call.now() - stream::kStreamRetentionMs);
    const StreamPosition start = start_position(call.universe, *shard, request, call.now());
    const bool is_explicit = request.type == ShardIteratorType::AtSequenceNumber ||
                             request.type == ShardIteratorType::AfterSequenceNumber;
    if (is_explicit && shard->is_trimmed(start)) return errors::trimmed_data();
    const Instant made = iterator_time(call.universe, *shard, start, call.now());
    return ShardIterator{request.stream_arn, request.shard_id, start, made};
}

Result<requests::streams::GetRecordsReply> get_records(
    const universes::Call& call, const requests::streams::GetRecordsRequest& request
) {
    const ShardIterator& iterator = request.iterator;
    STATOR_TRY(const auto stream, find_stream(call, iterator.stream_arn));
    const auto shard = stream->find(iterator.shard_id);
    if (shard == nullptr) return errors::trimmed_data();
    if (iterator.creation_time + protocol::kShardIteratorLifeMs < call.now()) {
        return errors::expired_iterator();
    }
    shard->trim(call.now() - stream::kStreamRetentionMs);
    const bool is_horizon = iterator.position == StreamPosition{};
    if (!is_horizon && shard->is_trimmed(iterator.position)) return errors::trimmed_data();
    stream::Shard::Batch batch = read_page(call.universe, *shard, request, call.now());
    // A consumer must not see a change that a crash could still undo. The ticket is read after the
    // page, because the journal then contains all changes in the page.
    if (call.universe.journal() != nullptr)
        call.outcome.journal_ticket = call.universe.journal()->last_ticket();
    requests::streams::GetRecordsReply reply;
    reply.records = std::move(batch.records);
    if (batch.next) {
        const Instant made = iterator_time(call.universe, *shard, *batch.next, call.now());
        reply.next = ShardIterator{iterator.stream_arn, iterator.shard_id, *batch.next, made};
    }
    reply.view_type = stream->view_type();
    reply.region = call.context.place.region;
    return reply;
}

}  // namespace stator::engine::operations
