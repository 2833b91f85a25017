// Shard: the records of one partition's changes, in the order of its commits.
//
// The partition's lock orders the writers; readers come at any time. Thread-safe; its mutex is
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

// The stream a shard belongs to, as its writers need it.
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

    // No record follows. `last` is not before any record's position.
    void close(const protocol::model::StreamPosition& last, Instant now);

    bool is_open() const { return !description().ending.has_value(); }

    // Records from `start` on, at most `limit` of them and about `byte_limit` bytes, at least one.
    struct Batch {
        std::vector<protocol::model::StreamRecord> records;
        // Where the next batch starts; nothing when the shard is closed and this was its end.
        std::optional<protocol::model::StreamPosition> next;
    };

    Batch read(
        const protocol::model::StreamPosition& start, std::size_t limit, std::int64_t byte_limit
    ) const;

    // Every record there is.
    std::vector<protocol::model::StreamRecord> records() const;

    // Takes over what another shard holds and has forgotten. Precondition: this one is new.
    void copy_records(const Shard& other);

    // Forgets records made before `horizon`.
    void trim(Instant horizon);

    // True when records at or after `position` have been forgotten.
    bool is_trimmed(const protocol::model::StreamPosition& position) const;

    // True when nothing is left of it: closed before `horizon`, all records forgotten.
    bool is_spent(Instant horizon) const;

private:
    const ShardOwner owner_;
    const std::string id_;
    mutable Mutex mutex_;
    protocol::model::ShardDescription description_ STATOR_GUARDED_BY(mutex_);
    std::deque<protocol::model::StreamRecord> records_ STATOR_GUARDED_BY(mutex_);
    // The last record forgotten.
    std::optional<protocol::model::StreamPosition> trimmed_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
