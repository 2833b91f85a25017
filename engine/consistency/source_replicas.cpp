#include "engine/consistency/source_replicas.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::consistency {

// The seed derives from names, so that it is the same in every run and every universe, regardless
// of table numbers.
SourceReplicas::SourceReplicas(const ReadSource& source, std::uint64_t seed)
    : universe_(source.universe),
      table_name_(source.table_name),
      region_(source.region),
      seed_(mix(mix(seed, source.table_name), source.index)) {}

ReplicaSet& SourceReplicas::of(const SourcePartition& partition, const Fresh& fresh) {
    const std::uint64_t first = partition.range.first;
    const auto behind = partitions_.upper_bound(first);
    Partition* const before = behind == partitions_.begin() ? nullptr : &std::prev(behind)->second;
    if (before != nullptr && before->place.range.first == first) return before->replicas;
    const std::uint64_t seed = mix(seed_, first);
    if (before == nullptr || !before->place.range.contains(first)) {
        return partitions_.emplace(first, Partition{partition, fresh(seed)}).first->second.replicas;
    }
    // Unknown partitions may exist between the two. Their ranges count as part of the lower one,
    // and ranges after this partition as part of it.
    Partition upper{
        {partition.id, {first, before->place.range.last}}, before->replicas.split(seed)};
    before->place.range.last = first - 1;
    return partitions_.emplace(first, std::move(upper)).first->second.replicas;
}

void SourceReplicas::set_policy(const LagPolicy& policy) {
    for (auto& [first, partition] : partitions_) partition.replicas.set_policy(policy);
}

void SourceReplicas::go_back_to(Instant now) {
    for (auto& [first, partition] : partitions_) partition.replicas.go_back_to(now);
}

bool SourceReplicas::is_held() const {
    return std::any_of(partitions_.begin(), partitions_.end(), [](const auto& entry) {
        return entry.second.replicas.is_held();
    });
}

std::optional<SequenceNumber> SourceReplicas::held_at() const {
    std::optional<SequenceNumber> oldest;
    for (const auto& [first, partition] : partitions_) {
        const auto held = partition.replicas.held_at();
        if (held) oldest = std::min(oldest.value_or(*held), *held);
    }
    return oldest;
}

std::vector<PartitionReport> SourceReplicas::report(const TimelineView& view) const {
    std::vector<PartitionReport> reports;
    for (const auto& [first, partition] : partitions_) {
        reports.push_back({partition.place, partition.replicas.states(view)});
        for (ReplicaState& replica : reports.back().replicas) {
            replica.missing = view.last.value - replica.applied.value;
        }
    }
    return reports;
}

}  // namespace stator::engine::consistency
