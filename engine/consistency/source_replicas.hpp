// SourceReplicas: the replicas of one source, partition by partition. Not thread-safe.
//
// It learns about partitions from their reads. A partition that starts within the range of a known
// one is taken for its upper half after a split, and its replicas start with the state of that
// one's.
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

// The state of a partition, for the admin API.
struct PartitionReport {
    SourcePartition partition;
    std::array<ReplicaState, kReplicas> replicas;
};

class SourceReplicas {
public:
    SourceReplicas(const ReadSource& source, std::uint64_t seed);

    // The source, without a partition; the result refers to this object.
    ReadSource source(TableNumber table, std::string_view index) const {
        return {table, universe_, table_name_, index, {}, region_};
    }

    // The replicas of a partition. Calls `fresh` to create them, unless this partition was split
    // from one that has replicas. The reference is valid until the source is dropped.
    using Fresh = std::function<ReplicaSet(std::uint64_t seed)>;
    ReplicaSet& of(const SourcePartition& partition, const Fresh& fresh);

    // Sets the policy of all partitions.
    void set_policy(const LagPolicy& policy);
    void go_back_to(Instant now);

    // Like the functions of ReplicaSet, over all partitions.
    bool is_held() const;
    std::optional<SequenceNumber> held_at() const;

    // In order of hashes. Changes nothing.
    std::vector<PartitionReport> report(const TimelineView& view) const;

    // Precondition: at least one partition is known.
    const LagPolicy& policy() const { return partitions_.begin()->second.replicas.policy(); }

private:
    struct Partition {
        SourcePartition place;  // its range includes those of partitions not known yet
        ReplicaSet replicas;
    };

    std::string universe_;
    std::string table_name_;
    std::string region_;
    std::uint64_t seed_;
    std::map<std::uint64_t, Partition> partitions_;  // by their first hashes
};

}  // namespace stator::engine::consistency
