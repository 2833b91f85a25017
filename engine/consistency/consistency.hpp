// Consistency: chooses the point in time that a read sees, and how long old versions must be kept.
//
// Writes take effect everywhere immediately; only visibility lags. A strongly consistent read sees
// the present. Any other read sees a read point, which the laboratory moves into the past, by a lag
// or by hand. A pin keeps everything that is visible at its read point until the pin is released.
// Without lag and pins, no old version is kept and a read costs one atomic load. Thread-safe; its
// mutex is the last in the lock order.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/consistency/commit_timeline.hpp"
#include "engine/consistency/connection_ordinals.hpp"
#include "engine/consistency/lag_policy.hpp"
#include "engine/consistency/recent_transactions.hpp"
#include "engine/consistency/replica_set.hpp"
#include "engine/consistency/source_replicas.hpp"
#include "engine/storage/slot.hpp"

namespace stator::engine::consistency {

// The time of a read, and its connection.
struct ReadMoment {
    Instant now = {};
    std::uint64_t connection = 0;
    // The hash range of a read of several items, which may see a part of a transaction if the mode
    // allows that. nullopt for a read of one item.
    std::optional<schema::HashRange> several = {};
    // Sees what the next read would see, without affecting that read.
    bool is_observer = false;
};

// A source that was read while lag was enabled, and its replicas.
struct ReplicaReport {
    TableNumber table;
    std::string universe;
    std::string table_name;
    std::string index;
    std::string region;
    LagPolicy policy;
    std::vector<PartitionReport> partitions;
};

// The replicas of a source to pause, pin or otherwise control.
struct HandledReplicas {
    ReplicaSet::Which replica;  // of each partition
    // All current partitions of the source.
    std::vector<SourcePartition> partitions = {SourcePartition{}};
    // If set, only this partition.
    std::optional<PartitionId> only = {};
};

class Consistency {
public:
    // All random choices about lag derive from the seed.
    explicit Consistency(std::uint64_t seed = 0) : seed_(seed) {}

    // Assigns the next commit its stamp. Called under the locks of every partition that the commit
    // changes.
    storage::CommitStamp next_stamp(Instant now) {
        const SequenceNumber sequence{++last_sequence_};
        if (keeps_history()) note_commit(sequence, now);
        return {sequence};
    }

    // The changes of a transaction. Noted under the same locks, while any source lags.
    void note_transaction(SequenceNumber sequence, std::vector<TransactionPart> parts);

    SequenceNumber last_sequence() const { return SequenceNumber{last_sequence_.load()}; }

    // Sources that have already been read keep their earlier random choices.
    void reseed(std::uint64_t seed);

    // Starts over, as if nothing had been committed or read yet. Settings and pins stay.
    void restart();

    // While loading: reserves sequences up to this one. Skips further ahead, because a crash may
    // have lost commits that a client had already seen: their numbers must not be reused.
    void restore_sequence(SequenceNumber last) {
        if (last.value != 0) last_sequence_ = last.value + kRestartGap;
    }

    // Reserves sequences up to this one, which streams from elsewhere use.
    void reserve_sequence(SequenceNumber last) {
        std::uint64_t known = last_sequence_.load();
        while (known < last.value && !last_sequence_.compare_exchange_weak(known, last.value)) {
        }
    }

    // True while replaced versions must be kept.
    bool keeps_history() const { return pin_count_.load(std::memory_order_acquire) != 0 || lags(); }

    // True if unneeded history may remain. False after forget_kept_history().
    bool has_kept_history() const { return has_kept_.load(); }

    // Call before pruning all history.
    void forget_kept_history() { has_kept_.store(false); }

    // True while any eventually consistent read may look into the past.
    bool lags() const { return lags_.load(std::memory_order_acquire); }

    // The read point of an eventually consistent read of the source's partition. The versions
    // visible there are kept until close_read().
    storage::ReadPoint open_read(const ReadSource& source, const ReadMoment& moment);
    // The read point of a strongly consistent read of several items with hashes in that range,
    // whose request arrived after the commit `begun`: it sees everything up to that commit. If the
    // mode allows that, it may see a part of a later transaction; otherwise it sees the present.
    storage::ReadPoint open_strong_read(
        const ReadSource& source, SequenceNumber begun, const schema::HashRange& hashes
    );
    void close_read(const storage::ReadPoint& point);

    // A read point at the last commit. It stays readable until the pin is released by its id.
    struct Pin {
        std::uint64_t id = 0;
        storage::ReadPoint point;
    };

    Pin pin();
    void release(std::uint64_t pin_id);

    LagSettings settings() const;
    void set_settings(LagSettings settings);
    // Changes the current settings in one step.
    void change_settings(const std::function<void(LagSettings&)>& change);

    // Manual controls of the replicas of one source.
    enum class Handling : unsigned char { Pause, Resume, Pin, Unpin, Drain, Advance };
    void handle(
        Handling handling,
        const ReadSource& source,
        const HandledReplicas& which,
        const ReadMoment& moment,
        std::int64_t milliseconds = 0
    );

    // Call this after the clock was set. Points after the new time no longer count as past.
    void restart_clock(Instant now);

    // The state at that time. Changes nothing.
    std::vector<ReplicaReport> report(Instant now) const;

    // Call when the table or one of its global indexes has been deleted: drops their replicas.
    void forget(TableNumber table);
    void forget(TableNumber table, std::string_view index);

    // The oldest point that reads may still see. Advances with time.
    storage::ReadPoint horizon(Instant now);

    // The interval between prunings, while any history is kept.
    std::int64_t prune_interval_ms() const;

private:
    static constexpr std::uint64_t kRestartGap = 1'000'000;

    using SourceKey = std::pair<TableNumber, std::string>;

    void note_commit(SequenceNumber sequence, Instant now);
    SourceReplicas& replicas_of_source(const ReadSource& source) STATOR_REQUIRES(mutex_);
    ReplicaSet& replicas_of(const ReadSource& source) STATOR_REQUIRES(mutex_);
    void handle(
        Handling handling,
        ReplicaSet& replicas,
        ReplicaSet::Which replica,
        std::int64_t milliseconds
    ) STATOR_REQUIRES(mutex_);
    // The read point for a read that sees part of a transaction after `from`. nullopt if this read
    // should see the whole state.
    std::optional<storage::ReadPoint> part_of_transaction(
        ReplicaSet& replicas,
        const ReadSource& source,
        SequenceNumber from,
        const schema::HashRange& hashes
    ) STATOR_REQUIRES(mutex_);
    // Requests overtake each other, so "now" is the latest time of any request.
    TimelineView view(Instant now) STATOR_REQUIRES(mutex_);
    // A request's time, corrected if it is from before the clock was set back.
    Instant believed(Instant now) const STATOR_REQUIRES(mutex_);
    void start_lagging() STATOR_REQUIRES(mutex_);
    void apply_settings() STATOR_REQUIRES(mutex_);
    void refresh_lags() STATOR_REQUIRES(mutex_);
    std::int64_t longest_lag_ms() const STATOR_REQUIRES(mutex_);

    std::atomic<std::uint64_t> last_sequence_{0};
    std::atomic<std::uint64_t> pin_count_{0};
    std::atomic<bool> lags_{false};
    std::atomic<bool> has_kept_{false};
    mutable Mutex mutex_;
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t last_pin_ STATOR_GUARDED_BY(mutex_) = 0;
    std::map<std::uint64_t, storage::ReadPoint> pins_ STATOR_GUARDED_BY(mutex_);
    std::multiset<SequenceNumber> open_reads_ STATOR_GUARDED_BY(mutex_);
    LagSettings settings_ STATOR_GUARDED_BY(mutex_);
    CommitTimeline timeline_ STATOR_GUARDED_BY(mutex_);
    RecentTransactions transactions_ STATOR_GUARDED_BY(mutex_);
    Instant latest_now_ STATOR_GUARDED_BY(mutex_) = kBeforeAll;
    // The latest time before the clock was last set back.
    std::optional<Instant> left_ STATOR_GUARDED_BY(mutex_);
    std::map<SourceKey, SourceReplicas> sources_ STATOR_GUARDED_BY(mutex_);
    // Connections that have read in a mode that binds each to one replica.
    ConnectionOrdinals connections_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::consistency
