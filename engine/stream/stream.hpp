// Stream: the stream of one table: open shards for the table's partitions, and closed ones.
//
// Thread-safe. Shards are opened and closed under the locks of the partitions concerned, so every
// record of a key is written to the shard that is open for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/schema/hash_range.hpp"
#include "engine/stream/shard.hpp"
#include "engine/stream/stream_host.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

// The time for which records, and a disabled stream itself, stay readable. AWS:
// [case streams/disabling]
inline constexpr std::int64_t kStreamRetentionMs = 24 * 3'600'000LL;
// An open shard is closed after this time and followed by another.
inline constexpr std::int64_t kShardLifeMs = 4 * 3'600'000LL;

class Stream {
public:
    // `description` contains shards if the stream was persisted.
    Stream(
        StreamNumber number, model::StreamDescription description, std::shared_ptr<StreamHost> host
    );

    StreamNumber number() const { return number_; }

    const std::string& arn() const { return arn_; }

    values::StreamViewType view_type() const { return view_type_; }

    // Includes the current shards.
    model::StreamDescription description() const;

    // The shard with that id, or null.
    std::shared_ptr<Shard> find(std::string_view shard_id) const;

    // All shards, by id.
    std::vector<std::shared_ptr<Shard>> shards() const;

    std::size_t shard_count() const;

    // Returns the open shard for the range, or a new shard without a parent if there is none. The
    // caller holds the partition's lock.
    std::shared_ptr<Shard> open(const schema::HashRange& range, Instant now);

    // Closes `parent` and opens a child for the range, which `parent` must cover. The caller holds
    // the partition's lock.
    std::shared_ptr<Shard> succeed(
        const std::shared_ptr<Shard>& parent, const schema::HashRange& range, Instant now
    );

    // Closes every shard permanently. The caller holds the locks of all partitions.
    void disable(Instant now);

    // Called when the stream was removed, although a caller may still have a pointer to it. Later
    // changes are not made durable.
    void retire();

    // Makes opened and closed shards durable. Called under the same locks.
    void save(std::optional<Instant> trimmed_before = {}) const;

    // Removes records and shards beyond retention.
    void trim(Instant now);

    // True if the stream itself is beyond retention.
    bool is_spent(Instant now) const;

private:
    model::StreamPosition next_position() const;
    std::shared_ptr<Shard> make_shard(model::ShardDescription description) const;
    std::shared_ptr<Shard> add_shard(
        const schema::HashRange& range, std::string parent_id, Instant now
    ) STATOR_REQUIRES(mutex_);

    const StreamNumber number_;
    const std::string arn_;
    const values::StreamViewType view_type_;
    const std::uint64_t salt_;  // of its shards
    const std::shared_ptr<StreamHost> host_;
    mutable Mutex save_mutex_;  // locked before mutex_; keeps saves in order
    bool is_retired_ STATOR_GUARDED_BY(save_mutex_) = false;
    mutable Mutex mutex_;
    model::StreamDescription description_ STATOR_GUARDED_BY(mutex_);        // without shards
    std::vector<std::shared_ptr<Shard>> shards_ STATOR_GUARDED_BY(mutex_);  // by id
    std::uint64_t shards_made_ STATOR_GUARDED_BY(mutex_) = 0;
};

}  // namespace stator::engine::stream
