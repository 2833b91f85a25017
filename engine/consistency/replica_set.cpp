#include "engine/consistency/replica_set.hpp"

#include <algorithm>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::consistency {

ReplicaSet ReplicaSet::split(std::uint64_t seed) const {
    ReplicaSet upper = *this;
    upper.seed_ = seed;
    upper.reads_ = 0;
    return upper;
}

std::uint64_t ReplicaSet::draw() {
    return mix(seed_, reads_++);
}

SequenceNumber ReplicaSet::read(const TimelineView& view, std::uint64_t connection) {
    switch (policy_.mode) {
        case ReadMode::Latest: break;
        case ReadMode::Lagged: return read_replica(draw() % kReplicas, view);
        case ReadMode::MonotonicPerConnection:
            return read_replica(mix(seed_, connection) % kReplicas, view);
        case ReadMode::OldestLegal: {
            SequenceNumber oldest = view.last;
            for (std::size_t number = 0; number < kReplicas; ++number) {
                oldest = std::min(oldest, read_replica(number, view));
            }
            return oldest;
        }
    }
    // Without lag, some reads still use a replica that is held manually.
    if (!is_held()) return view.last;
    return read_replica(draw() % kReplicas, view);
}

SequenceNumber ReplicaSet::read_replica(std::size_t number, const TimelineView& view) {
    Replica& replica = replicas_[number];
    bring_up(number, replica, view);
    return replica.pinned.value_or(replica.applied);
}

void ReplicaSet::catch_up(Replica& replica, const TimelineView& view, Instant to) {
    replica.applied_to = std::max(replica.applied_to, to);
    const bool has_all = replica.applied_to >= view.now;
    const SequenceNumber reached = has_all ? view.last : view.timeline.at(replica.applied_to);
    // Commits that were drained or seen stay applied, but no replica is ahead of the last commit.
    replica.applied = std::max(replica.applied, reached);
}

// Draws a new lag each time the mean lag has passed. A draw for every read would favour the
// shortest of many lags, because a replica never goes back.
std::int64_t ReplicaSet::drawn_lag_ms(std::size_t number, Instant now) const {
    const std::int64_t window = now.unix_ms() / std::max<std::int64_t>(policy_.lag.mean_ms(), 1);
    return policy_.lag.draw_ms(mix(mix(seed_, number), static_cast<std::uint64_t>(window)));
}

template <class Change>
void ReplicaSet::change(Which which, const Change& change) {
    for (std::size_t number = 0; number < kReplicas; ++number) {
        if (!which || *which == number) change(number, replicas_[number]);
    }
}

std::int64_t ReplicaSet::lag_now_ms(std::size_t number, Instant now) const {
    switch (policy_.mode) {
        case ReadMode::Latest: return 0;
        case ReadMode::OldestLegal: return policy_.lag.most_ms();
        case ReadMode::Lagged:
        case ReadMode::MonotonicPerConnection: break;
    }
    return drawn_lag_ms(number, now);
}

// Advances the replica to its current position in this mode.
void ReplicaSet::bring_up(std::size_t number, Replica& replica, const TimelineView& view) const {
    replica.lag_ms = lag_now_ms(number, view.now);
    if (!replica.is_paused) catch_up(replica, view, view.now - replica.lag_ms);
}

void ReplicaSet::pause(const TimelineView& view, Which which) {
    change(which, [&](std::size_t number, Replica& replica) {
        bring_up(number, replica, view);
        replica.is_paused = true;
    });
}

void ReplicaSet::resume(Which which) {
    change(which, [](std::size_t, Replica& replica) { replica.is_paused = false; });
}

void ReplicaSet::pin(const TimelineView& view, Which which) {
    change(which, [&](std::size_t, Replica& replica) { replica.pinned = view.last; });
}

void ReplicaSet::unpin(Which which) {
    change(which, [](std::size_t, Replica& replica) { replica.pinned.reset(); });
}

void ReplicaSet::drain(const TimelineView& view, Which which) {
    change(which, [&](std::size_t, Replica& replica) {
        replica.applied = view.last;
        // Before `now`, so that later commits at the same millisecond still lag.
        replica.applied_to = std::max(replica.applied_to, view.now - 1);
        if (replica.pinned) replica.pinned = view.last;
    });
}

void ReplicaSet::advance(const TimelineView& view, Which which, std::int64_t milliseconds) {
    change(which, [&](std::size_t number, Replica& replica) {
        bring_up(number, replica, view);
        catch_up(replica, view, std::min(replica.applied_to + milliseconds, view.now));
    });
}

void ReplicaSet::go_back_to(Instant now) {
    for (Replica& replica : replicas_) replica.applied_to = std::min(replica.applied_to, now - 1);
}

bool ReplicaSet::is_held() const {
    return std::any_of(replicas_.begin(), replicas_.end(), [](const Replica& replica) {
        return replica.is_paused || replica.pinned.has_value();
    });
}

std::optional<SequenceNumber> ReplicaSet::held_at() const {
    std::optional<SequenceNumber> oldest;
    for (const Replica& replica : replicas_) {
        if (!replica.is_paused && !replica.pinned) continue;
        const SequenceNumber seen =
            std::min(replica.pinned.value_or(replica.applied), replica.applied);
        const SequenceNumber needed = replica.is_paused ? seen : *replica.pinned;
        oldest = std::min(oldest.value_or(needed), needed);
    }
    return oldest;
}

std::array<ReplicaState, kReplicas> ReplicaSet::states(const TimelineView& view) const {
    std::array<ReplicaState, kReplicas> states;
    for (std::size_t number = 0; number < kReplicas; ++number) {
        Replica replica = replicas_[number];
        bring_up(number, replica, view);
        states[number] = {
            replica.pinned.value_or(replica.applied),
            0,
            replica.is_paused,
            replica.pinned.has_value(),
            replica.lag_ms};
    }
    return states;
}

}  // namespace stator::engine::consistency
