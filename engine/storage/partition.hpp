// Partition: the part of a table, or of a global index, in one range of hashes.
//
// A partition owns its range, one ordered tree of items, one tree for each local index of the
// table, the index of expiring items, the open shard of the table's stream, and one mutex that
// guards all of these. PartitionSet holds all partitions of a table or index; finding one takes no
// lock, and a split replaces the map in which partitions are found. Lock order: partitions by
// ascending lock_rank(), those of a table before those of its global indexes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/schema/hash_range.hpp"
#include "engine/storage/expiry_index.hpp"
#include "engine/storage/tree.hpp"

namespace stator::engine::stream {
class Shard;
}

namespace stator::engine::storage {

// The origin of a partition that was created by a split.
struct SplitOrigin {
    PartitionId from;  // kept the lower hashes
    Instant at;
};

// The journal's tickets of the latest writes to a partition, by a few bits of the hash, so that a
// read waits for few writes to other items. All 0 in memory.
class LastTickets {
public:
    // Precondition: tickets ascend.
    void note(std::uint64_t hash, JournalTicket ticket) { last_[hash % kStripes] = ticket; }

    // The ticket with which the latest write of the item with this hash is durable.
    JournalTicket of(std::uint64_t hash) const { return last_[hash % kStripes]; }

    // The ticket with which the latest writes of all items are durable.
    JournalTicket latest() const { return *std::ranges::max_element(last_); }

private:
    // The upper bits of a hash choose the partition.
    static constexpr std::size_t kStripes = 8;
    std::array<JournalTicket, kStripes> last_{};
};

class Partition {
public:
    Partition(PartitionId id, schema::HashRange range, std::size_t local_index_count);

    PartitionId id() const { return id_; }

    // Its place in the lock order: unique in the process, larger for later partitions.
    std::uint64_t lock_rank() const { return lock_rank_; }

    Mutex& mutex() { return mutex_; }

    // The following functions require the mutex to be locked.
    const schema::HashRange& range() const { return range_; }

    LastTickets& tickets() { return tickets_; }

    Tree& items() { return items_; }

    Tree& local_index(std::size_t slot) { return local_indexes_[slot]; }

    // The expiring items, if the table has a time to live.
    ExpiryIndex& expiries() { return expiries_; }

    // The shard that records changes; null if the table has no stream.
    const std::shared_ptr<stream::Shard>& shard() const { return shard_; }

    void set_shard(std::shared_ptr<stream::Shard> shard) { shard_ = std::move(shard); }

    // nullopt for a partition that existed when its table was created or loaded.
    const std::optional<SplitOrigin>& origin() const { return origin_; }

    void set_origin(const SplitOrigin& origin) { origin_ = origin; }

    // Drops history that no read at or after `horizon` can see.
    void prune(const ReadPoint& horizon);

    std::size_t local_index_count() const { return local_indexes_.size(); }

    // A partition with the same id, range and contents, without history or shard.
    std::unique_ptr<Partition> copy_current() const;

    // Like copy_current(), with these local indexes in this order, and without expiries.
    std::unique_ptr<Partition> copy_current(std::span<const std::size_t> local_slots) const;

    // Moves everything whose hash is at least `first_hash` to a new partition.
    std::unique_ptr<Partition> split(std::uint64_t first_hash, PartitionId id);

private:
    const PartitionId id_;
    const std::uint64_t lock_rank_;
    Mutex mutex_;
    schema::HashRange range_;
    LastTickets tickets_;
    Tree items_;
    std::vector<Tree> local_indexes_;
    ExpiryIndex expiries_;
    std::shared_ptr<stream::Shard> shard_;
    std::optional<SplitOrigin> origin_;
};

class PartitionSet {
public:
    // `count` partitions of equal ranges.
    PartitionSet(std::size_t count, std::size_t local_index_count);
    // One partition for each range; the ranges must be in order and cover every hash once.
    PartitionSet(std::span<const schema::HashRange> ranges, std::size_t local_index_count);
    // Partitions with the same ids, ranges and contents, without history or shards. The caller has
    // locked every partition.
    std::unique_ptr<PartitionSet> copy_current() const;
    // Like copy_current(), with these local indexes in this order, and without expiries.
    std::unique_ptr<PartitionSet> copy_current(std::span<const std::size_t> local_slots) const;

    ~PartitionSet();
    PartitionSet(const PartitionSet&) = delete;
    PartitionSet& operator=(const PartitionSet&) = delete;

    // Returns the partition that contains the hash, unless it is split at the same time. After
    // locking it, check its range, and call find() again if it was split in between.
    Partition& find(std::uint64_t hash) const;

    // In range order.
    std::vector<Partition*> all() const;

    // Called with the halves of a partition just split, before any other thread can see the upper
    // one.
    using SplitObserver = std::function<void(Partition& lower, Partition& upper)>;

    // Splits the partition that holds `hash` at `hash`; both halves stay usable throughout.
    // Precondition: the caller holds no partition lock.
    void split(std::uint64_t hash, const SplitObserver& observe = {});

private:
    PartitionSet() = default;

    // Partitions by the first hash of their range; immutable once published.
    struct Map {
        std::vector<std::uint64_t> firsts;
        std::vector<Partition*> partitions;
    };

    // The id of the partition that is added to `owned_` next.
    PartitionId next_id() const { return PartitionId{owned_.size() + 1}; }

    void publish(std::unique_ptr<Map> map);

    using CopyPartition = std::function<std::unique_ptr<Partition>(const Partition& partition)>;
    std::unique_ptr<PartitionSet> copy_with(const CopyPartition& copy_partition) const;

    Mutex topology_mutex_;
    std::vector<std::unique_ptr<Partition>> owned_;
    // Old maps are kept so that a lock-free reader never sees a freed one; splits are rare.
    std::vector<std::unique_ptr<Map>> maps_;
    std::atomic<const Map*> map_{nullptr};
};

// The locked partition that holds `hash`.
class LockedPartition {
public:
    LockedPartition(const PartitionSet& set, std::uint64_t hash);
    LockedPartition(const LockedPartition&) = delete;
    LockedPartition& operator=(const LockedPartition&) = delete;

    Partition& operator*() const { return *partition_; }

    Partition* operator->() const { return partition_; }

private:
    Partition* partition_;
    std::unique_lock<Mutex> lock_;
};

}  // namespace stator::engine::storage
