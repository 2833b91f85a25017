#include "engine/stream/stream.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::engine::stream {
namespace {

using model::ShardDescription;
using model::StreamPosition;

// After every record of a commit.
constexpr std::uint32_t kLastOrdinal = 999;

// "shardId-{20 digits}-{8 hex}"; ids grow with time, and with `counter` within a millisecond.
std::string shard_id(Instant now, std::uint64_t counter, std::uint64_t salt) {
    std::string text("shardId-");
    const auto time = static_cast<std::uint64_t>(now.unix_ms()) * 1'000 + counter % 1'000;
    protocol::append_padded(text, time, 20);
    // A permutation, so that ids look random and do not repeat.
    protocol::append_hex(text.append("-"), mix(salt ^ counter), 8);
    return text;
}

}  // namespace

Stream::Stream(
    StreamNumber number, model::StreamDescription description, std::shared_ptr<StreamHost> host
)
    : number_(number),
      arn_(description.arn),
      view_type_(description.view_type),
      salt_(mix(0, description.table_name)),
      host_(std::move(host)),
      description_(std::move(description)) {
    for (ShardDescription& shard : description_.shards) {
        shards_.push_back(make_shard(std::move(shard)));
    }
    shards_made_ = shards_.size();
    description_.shards.clear();
}

model::StreamDescription Stream::description() const {
    const MutexLock lock(mutex_);
    model::StreamDescription description = description_;
    for (const auto& shard : shards_) description.shards.push_back(shard->description());
    return description;
}

std::shared_ptr<Shard> Stream::find(std::string_view shard_id) const {
    const MutexLock lock(mutex_);
    const auto found = std::find_if(shards_.begin(), shards_.end(), [&](const auto& shard) {
        return shard->id() == shard_id;
    });
    return found == shards_.end() ? nullptr : *found;
}

std::vector<std::shared_ptr<Shard>> Stream::shards() const {
    const MutexLock lock(mutex_);
    return shards_;
}

std::size_t Stream::shard_count() const {
    const MutexLock lock(mutex_);
    return shards_.size();
}

std::shared_ptr<Shard> Stream::make_shard(ShardDescription description) const {
    return std::make_shared<Shard>(ShardOwner{number_, view_type_, salt_}, std::move(description));
}

StreamPosition Stream::next_position() const {
    return {host_->last_sequence().value + 1, 0};
}

std::shared_ptr<Shard> Stream::add_shard(
    const schema::HashRange& range, std::string parent_id, Instant now
) {
    ShardDescription description;
    // If the clock was set back, the ids still ascend.
    if (!shards_.empty()) {
        now = std::max(now, shards_.back()->description().creation_time);
    }
    description.id = shard_id(now, shards_made_++, salt_);
    while (!shards_.empty() && description.id <= shards_.back()->id()) {
        description.id = shard_id(++now, shards_made_++, salt_);
    }
    description.parent_id = std::move(parent_id);
    description.first_hash = range.first;
    description.last_hash = range.last;
    description.starting = next_position();
    description.creation_time = now;
    shards_.push_back(make_shard(std::move(description)));
    return shards_.back();
}

std::shared_ptr<Shard> Stream::open(const schema::HashRange& range, Instant now) {
    const MutexLock lock(mutex_);
    for (const auto& shard : shards_) {
        const ShardDescription known = shard->description();
        const bool fits = known.first_hash == range.first && known.last_hash == range.last;
        if (fits && !known.ending) return shard;
    }
    return add_shard(range, "", now);
}

std::shared_ptr<Shard> Stream::succeed(
    const std::shared_ptr<Shard>& parent, const schema::HashRange& range, Instant now
) {
    const MutexLock lock(mutex_);
    parent->close({host_->last_sequence().value, kLastOrdinal}, now);
    return add_shard(range, parent->id(), now);
}

void Stream::disable(Instant now) {
    const MutexLock lock(mutex_);
    if (description_.disabled_at) return;
    description_.disabled_at = now;
    for (const auto& shard : shards_) {
        shard->close({host_->last_sequence().value, kLastOrdinal}, now);
    }
}

void Stream::retire() {
    const MutexLock lock(save_mutex_);
    is_retired_ = true;
}

void Stream::save(std::optional<Instant> trimmed_before) const {
    const MutexLock lock(save_mutex_);
    if (is_retired_) return;
    const model::StreamDescription now = description();
    host_->save_stream(number_, &now, trimmed_before);
}

void Stream::trim(Instant now) {
    const Instant horizon = now - kStreamRetentionMs;
    auto dropped = std::make_shared<std::vector<RecordLog>>();
    {
        const MutexLock lock(mutex_);
        for (const auto& shard : shards_) dropped->push_back(shard->trim(horizon));
        const auto spent = std::remove_if(shards_.begin(), shards_.end(), [&](const auto& shard) {
            return shard->is_spent(horizon);
        });
        shards_.erase(spent, shards_.end());
    }
    host_->background().release(std::move(dropped));
    save(horizon);
}

bool Stream::is_spent(Instant now) const {
    const MutexLock lock(mutex_);
    return description_.disabled_at && *description_.disabled_at + kStreamRetentionMs <= now;
}

}  // namespace stator::engine::stream
