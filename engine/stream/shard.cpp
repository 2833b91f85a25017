#include "engine/stream/shard.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::stream {

using protocol::model::StreamPosition;
using protocol::model::StreamRecord;

namespace {

// A record this far in the future was made before the clock was set back. Nearer ones may come from
// a thread whose request began a moment later.
constexpr std::int64_t kFarAheadMs = 60'000;

std::uint64_t salt_of(const ShardOwner& owner, const protocol::model::ShardDescription& shard) {
    return mix(mix(mix(owner.salt, shard.first_hash), shard.last_hash), shard.starting.commit);
}

}  // namespace

Shard::Shard(ShardOwner owner, protocol::model::ShardDescription description)
    : owner_(owner),
      id_(description.id),
      salt_(salt_of(owner, description)),
      description_(std::move(description)) {}

protocol::model::ShardDescription Shard::description() const {
    const MutexLock lock(mutex_);
    return description_;
}

void Shard::append(StreamRecord record) {
    const MutexLock lock(mutex_);
    records_.push_back(std::move(record));
}

void Shard::close(const StreamPosition& last, Instant now) {
    const MutexLock lock(mutex_);
    if (description_.ending) return;
    description_.ending = last;
    description_.closing_time = now;
}

Shard::Records::const_iterator Shard::find(const StreamPosition& start) const {
    return std::lower_bound(
        records_.begin(),
        records_.end(),
        start,
        [](const StreamRecord& left, const StreamPosition& right) { return left.position < right; }
    );
}

Shard::Batch Shard::read(const StreamPosition& start, const PageLimits& limits) const {
    const MutexLock lock(mutex_);
    Batch batch;
    auto record = find(start);
    std::int64_t bytes = 0;
    for (; record != records_.end() && batch.records.size() < limits.records; ++record) {
        if (limits.end && record->position >= *limits.end) break;
        bytes += record->size_bytes();
        if (bytes > limits.bytes && !batch.records.empty()) break;
        batch.records.push_back(*record);
    }
    const bool is_drained = record == records_.end() && description_.ending.has_value();
    if (is_drained) return batch;
    batch.next = batch.records.empty() ? start : following(batch.records.back().position);
    return batch;
}

std::optional<StreamPosition> Shard::next_record(const StreamPosition& start) const {
    const MutexLock lock(mutex_);
    const auto record = find(start);
    if (record == records_.end()) return std::nullopt;
    return record->position;
}

std::optional<StreamPosition> Shard::first_late(const Chances& chances, Instant now) const {
    const std::int64_t most_ms = chances.adversity().lag.most_ms();
    if (most_ms == 0) return std::nullopt;
    std::optional<StreamPosition> first;
    const MutexLock lock(mutex_);
    for (auto record = records_.rbegin(); record != records_.rend(); ++record) {
        if (record->time + most_ms <= now) break;
        if (record->time > now + kFarAheadMs) continue;
        if (record->time + chances.lag_ms(salt_, record->position) > now) first = record->position;
    }
    return first;
}

std::size_t Shard::record_count() const {
    const MutexLock lock(mutex_);
    return records_.size();
}

std::vector<StreamRecord> Shard::records() const {
    const MutexLock lock(mutex_);
    return {records_.begin(), records_.end()};
}

void Shard::copy_records(const Shard& other) {
    std::deque<StreamRecord> records;
    std::optional<StreamPosition> trimmed;
    {
        const MutexLock lock(other.mutex_);
        records = other.records_;
        trimmed = other.trimmed_;
    }
    const MutexLock lock(mutex_);
    records_ = std::move(records);
    trimmed_ = trimmed;
}

void Shard::trim(Instant horizon) {
    const MutexLock lock(mutex_);
    while (!records_.empty() && records_.front().time < horizon) {
        trimmed_ = records_.front().position;
        records_.pop_front();
    }
}

bool Shard::is_trimmed(const StreamPosition& position) const {
    const MutexLock lock(mutex_);
    return trimmed_ && position <= *trimmed_;
}

bool Shard::is_spent(Instant horizon) const {
    const MutexLock lock(mutex_);
    return description_.ending && description_.closing_time < horizon && records_.empty();
}

}  // namespace stator::engine::stream
