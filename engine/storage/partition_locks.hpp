// PartitionLocks: several partitions, of several tables or indexes, locked together.
//
// Locks by ascending id, so any number of threads may do this at once. While it lives none of the
// partitions can split, so PartitionSet::find() answers a locked one for every place asked for.
// Lock order: those of tables before those of global indexes.
#pragma once

#include <absl/container/inlined_vector.h>

#include "engine/storage/partition.hpp"

namespace stator::engine::storage {

// Where something lies: the set, and the hash of its partition key.
struct PartitionPlace {
    const PartitionSet* set = nullptr;
    std::uint64_t hash = 0;
};

using PartitionPlaces = absl::InlinedVector<PartitionPlace, 4>;

class PartitionLocks {
public:
    explicit PartitionLocks(const PartitionPlaces& places) {
        while (!lock_all(places)) unlock_all();
    }

    ~PartitionLocks() { unlock_all(); }

    PartitionLocks(const PartitionLocks&) = delete;
    PartitionLocks& operator=(const PartitionLocks&) = delete;

private:
    // False when a split came between finding a partition and locking it.
    bool lock_all(const PartitionPlaces& places) STATOR_NO_ANALYSIS;
    void unlock_all() STATOR_NO_ANALYSIS;

    absl::InlinedVector<Partition*, 4> locked_;
};

}  // namespace stator::engine::storage
