#include "engine/storage/partition.hpp"

#include <algorithm>
#include <cassert>

namespace stator::engine::storage {
namespace {

std::uint64_t next_lock_rank() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::vector<schema::HashRange> equal_ranges(std::size_t count) {
    const std::uint64_t width = UINT64_MAX / count + (count > 1 ? 1 : 0);
    std::vector<schema::HashRange> ranges;
    for (std::size_t i = 0; i < count; ++i) {
        ranges.push_back({width * i, i + 1 == count ? UINT64_MAX : width * (i + 1) - 1});
    }
    return ranges;
}

}  // namespace

Partition::Partition(PartitionId id, schema::HashRange range, std::size_t local_index_count)
    : id_(id), lock_rank_(next_lock_rank()), range_(range), local_indexes_(local_index_count) {}

std::unique_ptr<Partition> Partition::split(std::uint64_t first_hash, PartitionId id) {
    assert(range_.first < first_hash && first_hash <= range_.last);
    auto upper = std::make_unique<Partition>(
        id, schema::HashRange{first_hash, range_.last}, local_indexes_.size()
    );
    range_.last = first_hash - 1;
    upper->tickets_ = tickets_;
    items_.split(first_hash, upper->items_);
    for (std::size_t i = 0; i < local_indexes_.size(); ++i) {
        local_indexes_[i].split(first_hash, upper->local_indexes_[i]);
    }
    expiries_.split(first_hash, upper->expiries_);
    return upper;
}

void Partition::prune(const ReadPoint& horizon) {
    if (items_.has_history()) items_.prune(horizon);
    for (Tree& index : local_indexes_) {
        if (index.has_history()) index.prune(horizon);
    }
}

std::unique_ptr<Partition> Partition::copy_current() const {
    auto copy = std::make_unique<Partition>(id_, range_, 0);
    copy->items_ = items_.copy_current();
    for (const Tree& index : local_indexes_) copy->local_indexes_.push_back(index.copy_current());
    copy->expiries_ = expiries_;
    copy->origin_ = origin_;
    return copy;
}

std::unique_ptr<Partition> Partition::copy_current(std::span<const std::size_t> local_slots) const {
    auto copy = std::make_unique<Partition>(id_, range_, 0);
    copy->items_ = items_.copy_current();
    for (const std::size_t slot : local_slots) {
        copy->local_indexes_.push_back(local_indexes_[slot].copy_current());
    }
    return copy;
}

PartitionSet::PartitionSet(std::size_t count, std::size_t local_index_count)
    : PartitionSet(equal_ranges(count), local_index_count) {}

PartitionSet::PartitionSet(
    std::span<const schema::HashRange> ranges, std::size_t local_index_count
) {
    auto map = std::make_unique<Map>();
    for (const schema::HashRange& range : ranges) {
        owned_.push_back(std::make_unique<Partition>(next_id(), range, local_index_count));
        map->firsts.push_back(range.first);
        map->partitions.push_back(owned_.back().get());
    }
    publish(std::move(map));
}

std::unique_ptr<PartitionSet> PartitionSet::copy_current() const {
    return copy_with([](const Partition& partition) { return partition.copy_current(); });
}

std::unique_ptr<PartitionSet> PartitionSet::copy_current(std::span<const std::size_t> local_slots
) const {
    return copy_with([&](const Partition& partition) { return partition.copy_current(local_slots); }
    );
}

std::unique_ptr<PartitionSet> PartitionSet::copy_with(const CopyPartition& copy_partition) const {
    std::unique_ptr<PartitionSet> copy(new PartitionSet());
    auto map = std::make_unique<Map>();
    for (const Partition* partition : all()) {
        copy->owned_.push_back(copy_partition(*partition));
        map->firsts.push_back(partition->range().first);
        map->partitions.push_back(copy->owned_.back().get());
    }
    copy->publish(std::move(map));
    return copy;
}

PartitionSet::~PartitionSet() = default;

void PartitionSet::publish(std::unique_ptr<Map> map) {
    map_.store(map.get(), std::memory_order_release);
    maps_.push_back(std::move(map));
}

Partition& PartitionSet::find(std::uint64_t hash) const {
    const Map* map = map_.load(std::memory_order_acquire);
    const auto above = std::upper_bound(map->firsts.begin(), map->firsts.end(), hash);
    return *map->partitions[static_cast<std::size_t>(above - map->firsts.begin()) - 1];
}

std::vector<Partition*> PartitionSet::all() const {
    return map_.load(std::memory_order_acquire)->partitions;
}

void PartitionSet::split(std::uint64_t hash, const SplitObserver& observe) {
    const MutexLock topology(topology_mutex_);
    Partition& lower = find(hash);
    const MutexLock lock(lower.mutex());
    if (lower.range().first == hash) return;
    owned_.push_back(lower.split(hash, next_id()));
    if (observe) observe(lower, *owned_.back());
    auto map = std::make_unique<Map>(*map_.load());
    const auto above = std::upper_bound(map->firsts.begin(), map->firsts.end(), hash);
    const auto place = above - map->firsts.begin();
    map->firsts.insert(above, hash);
    map->partitions.insert(map->partitions.begin() + place, owned_.back().get());
    publish(std::move(map));
}

LockedPartition::LockedPartition(const PartitionSet& set, std::uint64_t hash) {
    while (true) {
        partition_ = &set.find(hash);
        lock_ = std::unique_lock(partition_->mutex());
        if (partition_->range().contains(hash)) return;
        lock_.unlock();
    }
}

}  // namespace stator::engine::storage
