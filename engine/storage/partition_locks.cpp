#include "engine/storage/partition_locks.hpp"

#include <algorithm>

namespace stator::engine::storage {

bool PartitionLocks::lock_all(const PartitionPlaces& places) {
    const auto by_id = [](const Partition* a, const Partition* b) { return a->id() < b->id(); };
    for (const PartitionPlace& place : places) locked_.push_back(&place.set->find(place.hash));
    std::sort(locked_.begin(), locked_.end(), by_id);
    locked_.erase(std::unique(locked_.begin(), locked_.end()), locked_.end());
    for (Partition* partition : locked_) partition->mutex().lock();
    return std::all_of(places.begin(), places.end(), [&](const PartitionPlace& place) {
        Partition* const found = &place.set->find(place.hash);
        return std::binary_search(locked_.begin(), locked_.end(), found, by_id);
    });
}

void PartitionLocks::unlock_all() {
    for (Partition* partition : locked_) partition->mutex().unlock();
    locked_.clear();
}

}  // namespace stator::engine::storage
