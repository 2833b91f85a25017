// ReplicaSet: the three replicas of one partition of a source, and how far each has got.
//
// A replica has applied commits in order up to some moment, which never goes back. It draws a lag,
// keeps it for as long as its mean, and draws again; the draws derive from the seed, the replica
// and the virtual time only. Not thread-safe.
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

// The present, as reads of the past see it.
struct TimelineView {
    const CommitTimeline& timeline;
    Instant now = {};
    SequenceNumber last;  // the latest commit
};

// What the admin API shows of a replica.
struct ReplicaState {
    SequenceNumber applied;
    // Commits, of any table, that it has not applied.
    std::uint64_t missing = 0;
    bool is_paused = false;
    bool is_pinned = false;
    std::int64_t lag_ms = 0;  // its current lag
};

class ReplicaSet {
public:
    // `seed` belongs to the partition; every replica has applied the commits up to `start`.
    ReplicaSet(LagPolicy policy, std::uint64_t seed, SequenceNumber start)
        : policy_(policy), seed_(seed) {
        for (Replica& replica : replicas_) replica.applied = start;
    }

    // The replicas of the upper half of this partition, which has split: they are where these are,
    // and go on by themselves.
    ReplicaSet split(std::uint64_t seed) const;

    const LagPolicy& policy() const { return policy_; }

    void set_policy(const LagPolicy& policy) { policy_ = policy; }

    // The last commit visible to this read. `connection` picks the replica where connections stay
    // with one.
    SequenceNumber read(const TimelineView& view, std::uint64_t connection);

    // Whether it matters to read() who reads.
    bool distinguishes_connections() const {
        return policy_.mode == ReadMode::MonotonicPerConnection;
    }

    // True when a read of several items may see a part of a transaction.
    bool shows_parts() const { return policy_.mode == ReadMode::OldestLegal && !is_held(); }

    // For what a read decides besides: other bits each time.
    std::uint64_t draw();

    // Without a number: all three.
    using Which = std::optional<std::size_t>;

    // Stops applying commits.
    void pause(const TimelineView& view, Which which);
    void resume(Which which);
    // Until it is unpinned, reads see what is there now and nothing later.
    void pin(const TimelineView& view, Which which);
    void unpin(Which which);
    // Applies every commit, even on a paused replica.
    void drain(const TimelineView& view, Which which);
    // Applies what was committed in the `milliseconds` after what has been applied so far.
    void advance(const TimelineView& view, Which which, std::int64_t milliseconds);

    // The clock has gone back to that time; what was applied stays applied.
    void go_back_to(Instant now);

    // True when any replica is held back by hand.
    bool is_held() const;
    // No read sees less than this while no lag exceeds the policy's; nothing when the policy alone
    // decides.
    std::optional<SequenceNumber> held_at() const;

    // The state now; changes nothing.
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
