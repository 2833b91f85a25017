#include "engine/stream/shard.hpp"

#include <utility>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::stream {

using model::StreamPosition;
using model::StreamRecord;

namespace {

// A record this far in the future was made before the clock was set back. Records closer to `now`
// may be from another thread, whose request began slightly later.
constexpr std::int64_t kFarAheadMs = 60'000;

std::uint64_t salt_of(const ShardOwner& owner, const model::ShardDescription& shard) {
    return mix(mix(mix(owner.salt, shard.first_hash), shard.last_hash), shard.starting.commit);
}

}  // namespace

Shard::Shard(ShardOwner owner, model::ShardDescription description)
    : owner_(owner),
      id_(description.id),
      salt_(salt_of(owner, description)),
      description_(std::move(description)) {}

model::ShardDescription Shard::description() const {
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

std::size_t Shard::find(const StreamPosition& start) const {
    std::size_t first = 0;
    std::size_t last = records_.size();
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (records_[middle].position < start) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

Shard::Batch Shard::read(const StreamPosition& start, const PageLimits& limits) const {
    const MutexLock lock(mutex_);
    Batch batch;
    std::size_t place = find(start);
    std::int64_t bytes = 0;
    for (; place < records_.size() && batch.records.size() < limits.records; ++place) {
        const StreamRecord& record = records_[place];
        if (limits.end && record.position >= *limits.end) break;
        bytes += record.size_bytes();
        if (bytes > limits.bytes && !batch.records.empty()) break;
        batch.records.push_back(record);
    }
    const bool is_drained = place == records_.size() && description_.ending.has_value();
    if (is_drained) return batch;
    batch.next = batch.records.empty() ? start : following(batch.records.back().position);
    return batch;
}

std::optional<StreamPosition> Shard::next_record(const StreamPosition& start) const {
    const MutexLock lock(mutex_);
    const std::size_t place = find(start);
    if (place == records_.size()) return std::nullopt;
    return records_[place].position;
}

std::optional<StreamPosition> Shard::first_late(const Chances& chances, Instant now) const {
    const std::int64_t most_ms = chances.adversity().lag.most_ms();
    if (most_ms == 0) return std::nullopt;
    std::optional<StreamPosition> first;
    const MutexLock lock(mutex_);
    for (std::size_t place = records_.size(); place-- > 0;) {
        const StreamRecord& record = records_[place];
        if (record.time + most_ms <= now) break;
        if (record.time > now + kFarAheadMs) continue;
        if (record.time + chances.lag_ms(salt_, record.position) > now) first = record.position;
    }
    return first;
}

std::size_t Shard::record_count() const {
    const MutexLock lock(mutex_);
    return records_.size();
}

std::vector<StreamRecord> Shard::records() const {
    const MutexLock lock(mutex_);
    std::vector<StreamRecord> records;
    records.reserve(records_.size());
    for (std::size_t place = 0; place < records_.size(); ++place)
        records.push_back(records_[place]);
    return records;
}

void Shard::copy_records(const Shard& other) {
    auto [records, trimmed] = [&other] {
        const MutexLock lock(other.mutex_);
        return std::pair(other.records_, other.trimmed_);
    }();
    const MutexLock lock(mutex_);
    records_ = std::move(records);
    trimmed_ = trimmed;
}

RecordLog Shard::trim(Instant horizon) {
    const MutexLock lock(mutex_);
    std::size_t old = 0;
    while (old < records_.size() && records_[old].time < horizon) ++old;
    if (old == 0) return {};
    trimmed_ = records_[old - 1].position;
    return records_.drop_first(old);
}

bool Shard::is_trimmed(const StreamPosition& position) const {
    const MutexLock lock(mutex_);
    return trimmed_ && position <= *trimmed_;
}

bool Shard::is_spent(Instant horizon) const {
    const MutexLock lock(mutex_);
    return description_.ending && description_.closing_time < horizon && records_.is_empty();
}

}  // namespace stator::engine::stream
