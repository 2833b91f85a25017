// Partition: the part of a table, or of a global index, that lies in one range of hashes.
//
// A partition owns its range, one ordered tree of items, one tree for each local index of the
// table, the items that expire, the open shard of the table's stream, and one mutex that guards all
// of it. PartitionSet is all partitions of a table or index;
// finding one takes no lock, and a split replaces the map it is found in.
// Lock order: partitions by ascending id, those of a table before those of its global indexes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/mutex.hpp"
#include "engine/schema/hash_range.hpp"
#include "engine/storage/expiry_index.hpp"
#include "engine/storage/tree.hpp"

namespace stator::engine::stream {
class Shard;
}

namespace stator::engine::storage {

class Partition {
public:
    Partition(PartitionId id, schema::HashRange range, std::size_t local_index_count)
        : id_(id), range_(range), local_indexes_(local_index_count) {}

    PartitionId id() const { return id_; }

    Mutex& mutex() STATOR_NO_ANALYSIS { return mutex_; }

    // The rest needs the mutex.
    const schema::HashRange& range() const { return range_; }

    Tree& items() { return items_; }

    Tree& local_index(std::size_t slot) { return local_indexes_[slot]; }

    // The items that expire, while the table has a time to live.
    ExpiryIndex& expiries() { return expiries_; }

    // Where changes are recorded; null without a stream.
    const std::shared_ptr<stream::Shard>& shard() const { return shard_; }

    void set_shard(std::shared_ptr<stream::Shard> shard) { shard_ = std::move(shard); }

    // Drops history that no read at or after `horizon` can see.
    void prune(const ReadPoint& horizon);

    std::size_t local_index_count() const { return local_indexes_.size(); }

    // A partition of the same range and contents, without history and without shard.
    std::unique_ptr<Partition> copy_current(PartitionId id) const;

    // Gives everything from `first_hash` on to a new partition.
    std::unique_ptr<Partition> split(std::uint64_t first_hash, PartitionId id);

private:
    const PartitionId id_;
    Mutex mutex_;
    schema::HashRange range_;
    Tree items_;
    std::vector<Tree> local_indexes_;
    ExpiryIndex expiries_;
    std::shared_ptr<stream::Shard> shard_;
};

class PartitionSet {
public:
    // `count` partitions of equal ranges.
    PartitionSet(std::size_t count, std::size_t local_index_count);
    // One for each range; together they must cover every hash once, in order.
    PartitionSet(std::span<const schema::HashRange> ranges, std::size_t local_index_count);
    // Partitions of the same ranges and contents, without history and without shards. Every
    // partition is locked.
    std::unique_ptr<PartitionSet> copy_current() const;

    ~PartitionSet();
    PartitionSet(const PartitionSet&) = delete;
    PartitionSet& operator=(const PartitionSet&) = delete;

    // The partition that held the hash a moment ago. After locking it, check its range and ask
    // again when a split came between.
    Partition& find(std::uint64_t hash) const;

    // In order of their ranges.
    std::vector<Partition*> all() const;

    // Called for the halves of a partition just split, before anybody else can meet the upper one.
    using SplitObserver = std::function<void(Partition& lower, Partition& upper)>;

    // Splits the partition that holds `hash` there; both halves stay usable throughout.
    // Precondition: the caller holds no partition lock.
    void split(std::uint64_t hash, const SplitObserver& observe = {});

private:
    PartitionSet() = default;

    // Partitions by the first hash of their range; immutable once published.
    struct Map {
        std::vector<std::uint64_t> firsts;
        std::vector<Partition*> partitions;
    };

    void publish(std::unique_ptr<Map> map);

    Mutex topology_mutex_;
    std::vector<std::unique_ptr<Partition>> owned_;
    // Old maps live on, so that a reader without lock never meets a freed one; splits are rare.
    std::vector<std::unique_ptr<Map>> maps_;
    std::atomic<const Map*> map_{nullptr};
};

// The locked partition that holds `hash`.
class LockedPartition {
public:
    LockedPartition(const PartitionSet& set, std::uint64_t hash) STATOR_NO_ANALYSIS;

    ~LockedPartition() STATOR_NO_ANALYSIS { partition_->mutex().unlock(); }

    LockedPartition(const LockedPartition&) = delete;
    LockedPartition& operator=(const LockedPartition&) = delete;

    Partition& operator*() const { return *partition_; }

    Partition* operator->() const { return partition_; }

private:
    Partition* partition_;
};

}  // namespace stator::engine::storage
