// Consistency: which moment a read looks at, and how long the past must be kept.
//
// Writes apply everywhere at once; only visibility lags. A strong read sees the present; any other
// read sees a read point, which the laboratory moves into the past, by a lag or by hand. A pin
// keeps everything visible at its read point alive until it is released. With no lag and no pin, no
// old version is kept and a read pays one atomic load. Thread-safe; its mutex comes last in the
// lock order.
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

// When a read is made, and over which connection.
struct ReadMoment {
    Instant now = {};
    std::uint64_t connection = 0;
    // The hashes that a read of several items looks at; such a read may see a part of a transaction
    // where the mode says so. Nothing for a read of one item.
    std::optional<schema::HashRange> several = {};
    // Sees what the next read would see, and leaves everything to that one.
    bool is_observer = false;
};

// A source that was read while lag was on, and its replicas.
struct ReplicaReport {
    TableNumber table;
    std::string universe;
    std::string table_name;
    std::string index;
    std::string region;
    LagPolicy policy;
    std::vector<PartitionReport> partitions;
};

// Which of a source's replicas are handled.
struct HandledReplicas {
    ReplicaSet::Which replica;  // of each partition
    // Every partition of the source at present.
    std::vector<SourcePartition> partitions = {SourcePartition{}};
    // One of them alone.
    std::optional<PartitionId> only = {};
};

class Consistency {
public:
    // Everything random about lag derives from the seed.
    explicit Consistency(std::uint64_t seed = 0) : seed_(seed) {}

    // Assigns the next commit its stamp. Called under the locks of every partition the commit
    // touches.
    storage::CommitStamp next_stamp(Instant now) {
        const SequenceNumber sequence{++last_sequence_};
        if (keeps_history()) note_commit(sequence, now);
        return {sequence};
    }

    // What a transaction changes, noted under the same locks, while anything lags.
    void note_transaction(SequenceNumber sequence, std::vector<TransactionPart> parts);

    SequenceNumber last_sequence() const { return SequenceNumber{last_sequence_.load()}; }

    // Sources that were read already keep what they drew from the seed before.
    void reseed(std::uint64_t seed);

    // Starts over, as if nothing had been committed or read yet. Settings and pins stay.
    void restart();

    // While loading: sequences up to this one are taken. Skips well ahead, because a crash may have
    // lost commits that somebody had already seen: their numbers must not be used again.
    void restore_sequence(SequenceNumber last) {
        if (last.value != 0) last_sequence_ = last.value + kRestartGap;
    }

    // Sequences up to this one are taken, by streams that come from elsewhere.
    void reserve_sequence(SequenceNumber last) {
        std::uint64_t known = last_sequence_.load();
        while (known < last.value && !last_sequence_.compare_exchange_weak(known, last.value)) {
        }
    }

    // True while replaced versions must be kept.
    bool keeps_history() const { return pin_count_.load(std::memory_order_acquire) != 0 || lags(); }

    // True when history may be left that nobody needs any more, until forget_kept_history().
    bool has_kept_history() const { return has_kept_.load(); }

    // Everything is about to be pruned.
    void forget_kept_history() { has_kept_.store(false); }

    // True while any eventually consistent read may look into the past.
    bool lags() const { return lags_.load(std::memory_order_acquire); }

    // The read point of an eventually consistent read of the source's partition. What it sees there
    // is kept until close_read().
    storage::ReadPoint open_read(const ReadSource& source, const ReadMoment& moment);
    // The same of a strongly consistent read of several items with hashes in that range, whose
    // request came after the commit `begun`: it sees everything up to that one. Where the mode says
    // so it may see a part of a transaction that came later, and otherwise sees the present.
    storage::ReadPoint open_strong_read(
        const ReadSource& source, SequenceNumber begun, const schema::HashRange& hashes
    );
    void close_read(const storage::ReadPoint& point);

    // A read point at the latest commit, readable until it is released with the returned id.
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

    // What can be done by hand to the replicas of one source.
    enum class Handling : unsigned char { Pause, Resume, Pin, Unpin, Drain, Advance };
    void handle(
        Handling handling,
        const ReadSource& source,
        const HandledReplicas& which,
        const ReadMoment& moment,
        std::int64_t milliseconds = 0
    );

    // Call this when the clock was set. Moments after the new time no longer count as past.
    void restart_clock(Instant now);

    // The state at that moment; changes nothing.
    std::vector<ReplicaReport> report(Instant now) const;

    // The table or one of its global indexes has been deleted: forgets their replicas.
    void forget(TableNumber table);
    void forget(TableNumber table, std::string_view index);

    // Reads never look further back than this. Advances with time.
    storage::ReadPoint horizon(Instant now);

    // How often to prune history while any is kept.
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
    // What a read sees that may see a part of a transaction behind `from`; nothing when it shall
    // not, this time.
    std::optional<storage::ReadPoint> part_of_transaction(
        ReplicaSet& replicas,
        const ReadSource& source,
        SequenceNumber from,
        const schema::HashRange& hashes
    ) STATOR_REQUIRES(mutex_);
    // Requests overtake each other, so "now" is the latest time any of them brought.
    TimelineView view(Instant now) STATOR_REQUIRES(mutex_);
    // A request's time, unless it dates from before the clock was set back.
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
    // The time at which the clock was last set back.
    std::optional<Instant> left_ STATOR_GUARDED_BY(mutex_);
    std::map<SourceKey, SourceReplicas> sources_ STATOR_GUARDED_BY(mutex_);
    // Those that have read where connections stay with one replica.
    ConnectionOrdinals connections_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::consistency
