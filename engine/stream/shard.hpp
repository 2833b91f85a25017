// Shard: the change records of one partition, in commit order.
//
// The partition's lock orders the writers; readers may come at any time. Thread-safe; its mutex is
// the last in the lock order.
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

// What a shard's writers need to know of its stream.
struct ShardOwner {
    StreamNumber stream;
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;
    // Tells streams of different tables apart, in the same way in every run.
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

    // Tells this shard from others, for random draws: the same requests make shards of the same
    // salts in every run, whatever their ids are.
    std::uint64_t salt() const { return salt_; }

    model::ShardDescription description() const;

    // Precondition: the shard is open and the record comes after all others.
    void append(model::StreamRecord record);

    // Closes the shard. `last` is not before any record's position.
    void close(const model::StreamPosition& last, Instant now);

    bool is_open() const { return !description().ending.has_value(); }

    // The most that one page holds.
    struct PageLimits {
        std::size_t records = 0;
        std::int64_t bytes = 0;  // about; one record may be larger
        // This record and all behind it cannot be read yet.
        std::optional<model::StreamPosition> end = {};
    };

    struct Batch {
        std::vector<model::StreamRecord> records;
        // Where the next batch starts; nothing when the shard is closed and its end was reached.
        std::optional<model::StreamPosition> next;
    };

    // Records from `start` on, within the limits; at least one if there is any that can be read.
    Batch read(const model::StreamPosition& start, const PageLimits& limits) const;

    // The position of the first record that is not before `start`.
    std::optional<model::StreamPosition> next_record(const model::StreamPosition& start) const;

    // The first record that cannot be read yet, being late.
    std::optional<model::StreamPosition> first_late(const Chances& chances, Instant now) const;

    // How many records there are now.
    std::size_t record_count() const;

    // All records.
    std::vector<model::StreamRecord> records() const;

    // Takes over the records of another shard, and what it has forgotten. Shares memory with the
    // other shard. Precondition: this shard is new.
    void copy_records(const Shard& other);

    // Drops records made before `horizon`. Returns what RecordLog::drop_first() returns.
    RecordLog trim(Instant horizon);

    // True when records at or after `position` have been dropped.
    bool is_trimmed(const model::StreamPosition& position) const;

    // True when nothing is left: closed before `horizon`, all records dropped.
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
    // The position of the last record dropped.
    std::optional<model::StreamPosition> trimmed_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
