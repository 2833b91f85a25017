// ReplicaSet: the three replicas of one partition of a source, and the progress of each.
//
// A replica has applied commits in order up to some time, which never goes back. It draws a lag,
// keeps it for the policy's mean lag, and draws again. The draws derive only from the seed, the
// replica and the virtual time. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/consistency/commit_timeline.hpp"
#include "engine/consistency/lag_policy.hpp"

namespace stator::engine::consistency {

// The present, as seen by reads of the past.
struct TimelineView {
    const CommitTimeline& timeline;
    Instant now = {};
    SequenceNumber last;  // the latest commit
};

// The state of a replica, for the admin API.
struct ReplicaState {
    SequenceNumber applied;
    // Number of commits, of any table, that it has not applied.
    std::uint64_t missing = 0;
    bool is_paused = false;
    bool is_pinned = false;
    std::int64_t lag_ms = 0;  // its current lag
};

class ReplicaSet {
public:
    // `seed` belongs to the partition. Every replica has applied the commits up to `start`.
    ReplicaSet(LagPolicy policy, std::uint64_t seed, SequenceNumber start)
        : policy_(policy), seed_(seed) {
        for (Replica& replica : replicas_) replica.applied = start;
    }

    // The replicas of the upper half of this partition, which has split. They start with the
    // current state of these replicas and continue independently.
    ReplicaSet split(std::uint64_t seed) const;

    const LagPolicy& policy() const { return policy_; }

    void set_policy(const LagPolicy& policy) { policy_ = policy; }

    // The last commit visible to this read. `connection` selects the replica in the mode that binds
    // connections to replicas.
    SequenceNumber read(const TimelineView& view, std::uint64_t connection);

    // True if read() depends on the connection.
    bool distinguishes_connections() const {
        return policy_.mode == ReadMode::MonotonicPerConnection;
    }

    // True if a read of several items may see part of a transaction.
    bool shows_parts() const { return policy_.mode == ReadMode::OldestLegal && !is_held(); }

    // Bits for other choices of a read. Different for each call.
    std::uint64_t draw();

    // A replica's number. nullopt: all three.
    using Which = std::optional<std::size_t>;

    // Stops applying commits.
    void pause(const TimelineView& view, Which which);
    void resume(Which which);
    // Makes reads see the current state, and nothing later, until unpin().
    void pin(const TimelineView& view, Which which);
    void unpin(Which which);
    // Applies every commit, even on a paused replica.
    void drain(const TimelineView& view, Which which);
    // Applies the commits of the next `milliseconds` after the current position.
    void advance(const TimelineView& view, Which which, std::int64_t milliseconds);

    // Call after the clock was set back to that time. Applied commits stay applied.
    void go_back_to(Instant now);

    // True if any replica is held manually.
    bool is_held() const;
    // The oldest commit that reads still see, while no lag exceeds the policy's. nullopt if it
    // depends only on the policy.
    std::optional<SequenceNumber> held_at() const;

    // The current state. Changes nothing.
    std::array<ReplicaState, kReplicas> states(const TimelineView& view) const;

private:
    struct Replica {
        SequenceNumber applied;
        Instant applied_to = kBeforeAll;  // the time up to which it has applied commits
        bool is_paused = false;
        std::optional<SequenceNumber> pinned;
        std::int64_t lag_ms = 0;
    };

    SequenceNumber read_replica(std::size_t number, const TimelineView& view);
    std::int64_t drawn_lag_ms(std::size_t number, Instant now) const;
    std::int64_t lag_now_ms(std::size_t number, Instant now) const;
    void bring_up(std::size_t number, Replica& replica, const TimelineView& view) const;
    static void catch_up(Replica& replica, const TimelineView& view, Instant to);

    template <class Change>
    void change(Which which, const Change& change);

    LagPolicy policy_;
    std::uint64_t seed_;
    std::uint64_t reads_ = 0;
    std::array<Replica, kReplicas> replicas_;
};

}  // namespace stator::engine::consistency
