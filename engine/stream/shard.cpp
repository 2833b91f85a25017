#include "engine/stream/shard.hpp"

#include <algorithm>
#include <utility>

namespace stator::engine::stream {

using protocol::model::StreamPosition;
using protocol::model::StreamRecord;

namespace {

StreamPosition after(const StreamPosition& position) {
    return {position.commit, position.ordinal + 1};
}

}  // namespace

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

Shard::Batch Shard::read(const StreamPosition& start, std::size_t limit, std::int64_t byte_limit)
    const {
    const MutexLock lock(mutex_);
    Batch batch;
    auto record = std::lower_bound(
        records_.begin(),
        records_.end(),
        start,
        [](const StreamRecord& left, const StreamPosition& right) { return left.position < right; }
    );
    std::int64_t bytes = 0;
    for (; record != records_.end() && batch.records.size() < limit; ++record) {
        bytes += record->size_bytes();
        if (bytes > byte_limit && !batch.records.empty()) break;
        batch.records.push_back(*record);
    }
    const bool is_drained = record == records_.end() && description_.ending.has_value();
    if (is_drained) return batch;
    batch.next = batch.records.empty() ? start : after(batch.records.back().position);
    return batch;
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
