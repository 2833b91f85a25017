#include "engine/stream/adverse_page.hpp"

#include <algorithm>

namespace stator::engine::stream {
namespace {

using model::StreamPosition;

// Positions between two commits, which no record has, count the empty pages before the next record.
// No commit has this many records.
constexpr std::uint32_t kFirstMark = 900;
constexpr std::uint32_t kLastMark = 998;

// Returns the position of a reader after an empty page: closer to `record`, which is after `start`.
// The position is at or after the first mark before `record`, so that a reader that started at the
// trim horizon is not at a trimmed position.
StreamPosition step_towards(const StreamPosition& start, const StreamPosition& record) {
    const StreamPosition first{record.commit - 1, kFirstMark};
    if (start < first) return first;
    if (start.commit == record.commit || start.ordinal >= kLastMark) return record;
    return {start.commit, start.ordinal + 1};
}

}  // namespace

Shard::Batch read_adversely(
    const Shard& shard,
    const StreamPosition& start,
    const Shard::PageLimits& limits,
    const Chances& chances,
    Instant now
) {
    Shard::PageLimits shorter = limits;
    shorter.end = shard.first_late(chances, now);
    const auto first = shard.next_record(start);
    const bool follows = first && (!shorter.end || *first < *shorter.end);
    if (follows && start < *first && chances.empties_page(shard.salt(), start)) {
        return {{}, step_towards(start, *first)};
    }
    shorter.records = chances.page_limit(shard.salt(), start, limits.records);
    Shard::Batch batch = shard.read(start, shorter);
    if (!batch.next && !batch.records.empty()) {
        const StreamPosition& last = batch.records.back().position;
        if (chances.delays_end(shard.salt(), last)) batch.next = following(last);
    }
    return batch;
}

}  // namespace stator::engine::stream
