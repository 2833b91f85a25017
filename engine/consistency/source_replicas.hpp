// SourceReplicas: the replicas of one source, partition by partition. Not thread-safe.
//
// It learns of partitions from those who read them. Where a partition began after the others were
// met, it is the upper half of one that has split, and its replicas go on from where that one's
// are.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/consistency/lag_policy.hpp"
#include "engine/consistency/replica_set.hpp"

namespace stator::engine::consistency {

// What the admin API shows of a partition.
struct PartitionReport {
    SourcePartition partition;
    std::array<ReplicaState, kReplicas> replicas;
};

class SourceReplicas {
public:
    SourceReplicas(const ReadSource& source, std::uint64_t seed);

    // The source, without a partition; refers to this object. `key` is what it is known by.
    ReadSource source(TableNumber table, std::string_view index) const {
        return {table, universe_, table_name_, index, {}, region_};
    }

    // The replicas of a partition; `fresh` makes them unless a partition from which this one
    // has split has some. The reference holds until the source is forgotten.
    using Fresh = std::function<ReplicaSet(std::uint64_t seed)>;
    ReplicaSet& of(const SourcePartition& partition, const Fresh& fresh);

    // The same for all partitions.
    void set_policy(const LagPolicy& policy);
    void go_back_to(Instant now);

    // As of ReplicaSet, over all partitions.
    bool is_held() const;
    std::optional<SequenceNumber> held_at() const;

    // In the order of the hashes; changes nothing.
    std::vector<PartitionReport> report(const TimelineView& view) const;

    // Precondition: some partition is known.
    const LagPolicy& policy() const { return partitions_.begin()->second.replicas.policy(); }

private:
    struct Partition {
        SourcePartition place;  // its range includes those of partitions not met yet
        ReplicaSet replicas;
    };

    std::string universe_;
    std::string table_name_;
    std::string region_;
    std::uint64_t seed_;
    std::map<std::uint64_t, Partition> partitions_;  // by their first hashes
};

}  // namespace stator::engine::consistency
