// Shard: the change records of one partition, in commit order.
//
// The partition's lock orders the writers; readers may come at any time. Thread-safe; its mutex is
// the last in the lock order.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

// What a shard's writers need to know of its stream.
struct ShardOwner {
    StreamNumber stream;
    protocol::values::StreamViewType view_type = protocol::values::StreamViewType::NewAndOldImages;
};

class Shard {
public:
    Shard(ShardOwner owner, protocol::model::ShardDescription description)
        : owner_(owner), id_(description.id), description_(std::move(description)) {}

    const ShardOwner& owner() const { return owner_; }

    const std::string& id() const { return id_; }

    protocol::model::ShardDescription description() const;

    // Precondition: the shard is open and the record comes after all others.
    void append(protocol::model::StreamRecord record);

    // Closes the shard. `last` is not before any record's position.
    void close(const protocol::model::StreamPosition& last, Instant now);

    bool is_open() const { return !description().ending.has_value(); }

    // Records from `start` on: at most `limit` of them, about `byte_limit` bytes, at least one.
    struct Batch {
        std::vector<protocol::model::StreamRecord> records;
        // Where the next batch starts; nothing when the shard is closed and its end was reached.
        std::optional<protocol::model::StreamPosition> next;
    };

    Batch read(
        const protocol::model::StreamPosition& start, std::size_t limit, std::int64_t byte_limit
    ) const;

    // All records.
    std::vector<protocol::model::StreamRecord> records() const;

    // Takes over the records of another shard, and what it has forgotten. Precondition: this shard
    // is new.
    void copy_records(const Shard& other);

    // Drops records made before `horizon`.
    void trim(Instant horizon);

    // True when records at or after `position` have been dropped.
    bool is_trimmed(const protocol::model::StreamPosition& position) const;

    // True when nothing is left: closed before `horizon`, all records dropped.
    bool is_spent(Instant horizon) const;

private:
    const ShardOwner owner_;
    const std::string id_;
    mutable Mutex mutex_;
    protocol::model::ShardDescription description_ STATOR_GUARDED_BY(mutex_);
    std::deque<protocol::model::StreamRecord> records_ STATOR_GUARDED_BY(mutex_);
    // The position of the last record dropped.
    std::optional<protocol::model::StreamPosition> trimmed_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
