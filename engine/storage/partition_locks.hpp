// PartitionLocks: several partitions, of several tables or indexes, locked together.
//
// Locks by ascending rank, so any number of threads may do this at the same time. While this object
// exists, none of these partitions can split, so PartitionSet::find() and all() keep returning
// locked ones. Lock order: tables before global indexes.
#pragma once

#include <absl/container/inlined_vector.h>

#include <mutex>
#include <span>

#include "engine/storage/partition.hpp"

namespace stator::engine::storage {

// A position: the set of partitions, and the hash of the partition key.
struct PartitionPlace {
    const PartitionSet* set = nullptr;
    std::uint64_t hash = 0;
};

using PartitionPlaces = absl::InlinedVector<PartitionPlace, 4>;

class PartitionLocks {
public:
    // Locks the partitions that hold these positions.
    explicit PartitionLocks(const PartitionPlaces& places);
    // Locks all partitions of these tables or indexes.
    explicit PartitionLocks(std::span<const PartitionSet* const> sets);

    PartitionLocks(const PartitionLocks&) = delete;
    PartitionLocks& operator=(const PartitionLocks&) = delete;

    // By ascending lock rank.
    std::span<Partition* const> locked() const { return locked_; }

private:
    using Partitions = absl::InlinedVector<Partition*, 4>;

    // Locks the partitions that `collect` finds. Repeats this until `collect` finds the same
    // partitions while they are locked.
    template <class Collect>
    void lock_all(const Collect& collect);

    Partitions locked_;
    absl::InlinedVector<std::unique_lock<Mutex>, 4> locks_;
};

}  // namespace stator::engine::storage
