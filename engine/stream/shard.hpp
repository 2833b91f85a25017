// Shard: the change records of one partition, in commit order.
//
// The partition's lock orders the writers; reads are possible at any time. Thread-safe; its mutex
// is the last in the lock order.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/stream/adversity.hpp"
#include "engine/stream/record_log.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

// The data about a stream that the writers of its shards require.
struct ShardOwner {
    StreamNumber stream;
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;
    // Distinguishes the streams of different tables, and is the same in every run.
    std::uint64_t salt = 0;
};

// The position right after this one.
inline model::StreamPosition following(const model::StreamPosition& position) {
    return {position.commit, position.ordinal + 1};
}

class Shard {
public:
    Shard(ShardOwner owner, model::ShardDescription description);

    const ShardOwner& owner() const { return owner_; }

    const std::string& id() const { return id_; }

    // Distinguishes this shard from others in random choices. The same requests create shards with
    // the same salts in every run, regardless of their ids.
    std::uint64_t salt() const { return salt_; }

    model::ShardDescription description() const;

    // Precondition: the shard is open and the record's position is after all others.
    void append(model::StreamRecord record);

    // Closes the shard. `last` is not before any record's position.
    void close(const model::StreamPosition& last, Instant now);

    bool is_open() const { return !description().ending.has_value(); }

    // The limits of one page.
    struct PageLimits {
        std::size_t records = 0;
        std::int64_t bytes = 0;  // approximate; one record may be larger
        // The records at and after this position cannot be read yet.
        std::optional<model::StreamPosition> end = {};
    };

    struct Batch {
        std::vector<model::StreamRecord> records;
        // The start of the next batch; nullopt if the shard is closed and its end was reached.
        std::optional<model::StreamPosition> next;
    };

    // Returns the records at and after `start`, within the limits; at least one if any can be read.
    Batch read(const model::StreamPosition& start, const PageLimits& limits) const;

    // The position of the first record that is not before `start`.
    std::optional<model::StreamPosition> next_record(const model::StreamPosition& start) const;

    // The position of the first record that cannot be read yet because of its lag.
    std::optional<model::StreamPosition> first_late(const Chances& chances, Instant now) const;

    // The current number of records.
    std::size_t record_count() const;

    // All records.
    std::vector<model::StreamRecord> records() const;

    // Copies the records of another shard, and the position up to which it was trimmed. Shares
    // memory with the other shard. Precondition: this shard is new.
    void copy_records(const Shard& other);

    // Removes records made before `horizon`. Returns the result of RecordLog::drop_first().
    RecordLog trim(Instant horizon);

    // True if records at or after `position` have been removed.
    bool is_trimmed(const model::StreamPosition& position) const;

    // True if nothing is left: the shard was closed before `horizon` and all records are removed.
    bool is_spent(Instant horizon) const;

private:
    // The place of the first record that is not before `start`.
    std::size_t find(const model::StreamPosition& start) const STATOR_REQUIRES(mutex_);

    const ShardOwner owner_;
    const std::string id_;
    const std::uint64_t salt_;
    mutable Mutex mutex_;
    model::ShardDescription description_ STATOR_GUARDED_BY(mutex_);
    RecordLog records_ STATOR_GUARDED_BY(mutex_);
    // The position of the last record that was removed.
    std::optional<model::StreamPosition> trimmed_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
