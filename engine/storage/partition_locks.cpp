#include "engine/storage/partition_locks.hpp"

#include <algorithm>
#include <utility>

namespace stator::engine::storage {

PartitionLocks::PartitionLocks(const PartitionPlaces& places) {
    lock_all([&](Partitions& found) {
        for (const PartitionPlace& place : places) found.push_back(&place.set->find(place.hash));
    });
}

PartitionLocks::PartitionLocks(std::span<const PartitionSet* const> sets) {
    lock_all([&](Partitions& found) {
        for (const PartitionSet* set : sets) {
            for (Partition* partition : set->all()) found.push_back(partition);
        }
    });
}

template <class Collect>
void PartitionLocks::lock_all(const Collect& collect) {
    const auto find_all = [&collect] {
        Partitions found;
        collect(found);
        std::sort(found.begin(), found.end(), [](const Partition* a, const Partition* b) {
            return a->lock_rank() < b->lock_rank();
        });
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    };
    locked_ = find_all();
    while (true) {
        for (Partition* partition : locked_) locks_.emplace_back(partition->mutex());
        // None of these partitions can split now, but partitions added by an earlier split are not
        // locked yet.
        Partitions found = find_all();
        if (found == locked_) return;
        locks_.clear();
        locked_ = std::move(found);
    }
}

}  // namespace stator::engine::storage
