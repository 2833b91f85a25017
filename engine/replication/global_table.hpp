// GlobalTable: the tables of several regions that replicate to each other, and the writes on their
// way between them.
//
// A member's write is retained until every other member has it, and no older one is on its way any
// more; for as long it is known which write made an item what it is, in each region. What is
// forgotten is therefore older than anything that can still arrive. A deletion is retained like any
// other write, so that an older write does not bring the item back.
//
// Everything retained is an entry of the durable section, in the batch of the write that it belongs
// to. Thread-safe; its lock comes after those of partitions and before that of Links.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/replication/change.hpp"
#include "engine/replication/links.hpp"
#include "protocol/model/global_table.hpp"

namespace stator::engine::replication {

// A member, for as long as the process runs.
using Slot = std::size_t;

// Where changes of the durable section are collected; null in memory, where none are needed.
using Rows = std::vector<persistence::EntryRow>;

inline constexpr std::string_view kSection = "global_tables";

// What one member has to do with the others.
struct MemberState {
    std::string region;
    std::uint64_t waiting = 0;           // writes on their way to it
    std::optional<Instant> oldest = {};  // when the first of them was made
    std::uint64_t applied = 0;           // writes of others that it has taken over
    std::uint64_t overridden = 0;        // those that it dropped, because it had a later one
};

// Other members that a write of a table with strong consistency is made in together with its own,
// and whether these are enough of the three regions; a witness counts. A region that is cut off
// gets the write later.
struct Reach {
    struct Member {
        Slot slot = 0;
        std::string region = {};

        friend bool operator==(const Member&, const Member&) = default;
    };

    bool is_majority = true;
    std::vector<Member> others = {};
    // Whether the member, or one of the others, waits for writes that somebody could bring it now.
    bool is_behind = false;
    bool are_others_behind = false;

    friend bool operator==(const Reach&, const Reach&) = default;
};

class GlobalTable {
public:
    // `links` must outlive it.
    GlobalTable(std::string universe, std::string id, const Links& links)
        : universe_(std::move(universe)), id_(std::move(id)), links_(links) {}

    GlobalTable(const GlobalTable&) = delete;
    GlobalTable& operator=(const GlobalTable&) = delete;

    const std::string& id() const { return id_; }

    // ---- Members ----

    model::GlobalTableDefinition definition() const;

    Slot slot(std::string_view region);

    // The first member, of a table that was none before.
    void begin(const std::string& table, const std::string& region, Rows* rows);
    // A copy of the member `from`. The caller has locked every partition of that one.
    void add(model::GlobalTableMember member, const std::string& from, Instant now, Rows* rows);
    // Nothing travels to that member any more; what it wrote still travels to the others.
    void stop(std::string_view region, Rows* rows);
    // The member's table is gone. Returns whether any member is left.
    bool remove(std::string_view region, Rows* rows);
    // Whether one member is left, and has what the others wrote.
    bool is_over() const;
    // The end of one that is over; nothing is noted any more. False for any other.
    bool dissolve(Rows* rows);
    // Puts this in the place of what the member overrides.
    void set_overrides(std::string_view region, model::ReplicaOverrides overrides, Rows* rows);

    // Takes over how capacity is scaled.
    void set_auto_scaling(const model::GlobalTableDefinition& from, Rows* rows);

    // ---- Writes, under the lock of the item's partition in the region concerned ----

    // A member has committed a write of its own; `change` lacks its region and what it replaced.
    // With a reach the write is made in those members by the same commit. Returns when the first
    // of the others gets it, or kNever.
    Instant note_write(Slot from, Change change, Rows* rows, const Reach* reach = nullptr);

    // Whether the change is later than what the member has. Two writes that did not know each other
    // become a Conflict.
    bool admits(Slot to, const Change& change, Instant now);

    // The member has the change, or something later.
    void note_delivered(Slot to, const Change& change, bool was_applied, Rows* rows);

    // ---- Delivery ----

    // Held while changes are delivered, so that whoever comes second finds them delivered. Before
    // all other locks.
    Mutex& delivery_mutex() { return delivery_mutex_; }

    struct Delivery {
        std::shared_ptr<const Change> change;
        Slot to = 0;
        std::string region;  // of that member
    };

    // The next change that is due and whose way is not cut.
    std::optional<Delivery> next_delivery(Instant now) const;
    // When that will be; kNever while nothing is on its way, or all ways are cut.
    Instant next_due(Instant now) const;

    // See Links.
    SharedMutex& strong_commits() const { return links_.strong_commits(); }

    // The same, and where.
    struct Arrival {
        Instant at;
        std::string region;
    };

    std::optional<Arrival> next_arrival(Instant now) const;

    // Forgets the oldest changes that every member has, if any were left.
    void forget_delivered(Rows* rows);

    // The links have other settings: changes arrive when they say.
    void reschedule();

    // ---- Strong consistency (strong_consistency.cpp) ----

    // From now on writes are made in all members at once. `witness` may be "".
    void make_strong(std::string witness, Rows* rows);
    // All of it as it is at one moment, however the links change.
    Reach reach(Slot from) const;
    // Whether the item is being modified in another region.
    bool is_occupied(Slot from, const std::string& key, Instant now) const;

    // ---- Looking at it ----

    std::vector<MemberState> states() const;
    // The latest ones, oldest first.
    std::vector<Conflict> conflict_log() const;
    std::uint64_t conflict_count() const;
    std::size_t retained() const;

    // ---- For the durable section ----

    void restore_definition(model::GlobalTableDefinition definition);
    void restore_change(Change change);
    void restore_applied(const std::string& region, const Version& version);
    // After restoring: takes up what was on its way. Does nothing a second time.
    void settle();
    Rows contents() const;
    // Its universe has been replaced; nothing is noted any more.
    void retire();

private:
    struct Retained {
        std::shared_ptr<const Change> change;
        std::vector<std::pair<Slot, Instant>> waiting = {};  // who gets it when
        std::vector<Slot> applied = {};                      // who has an entry that says so
    };

    // A write that keeps its item from other regions.
    struct Occupation {
        Slot by = 0;
        Instant since = {};
        Instant until = {};
    };

    using Log = std::map<Version, Retained>;
    using Queue = std::map<std::pair<Instant, Version>, std::shared_ptr<const Change>>;
    using Link = std::pair<Slot, Slot>;  // sender and receiver

    // The change that is due first of those that can be brought to `to`.
    struct Next {
        Queue::const_iterator change;
        Slot to = 0;
    };

    Slot slot_locked(std::string_view region) STATOR_REQUIRES(mutex_);
    void send(Retained& retained, Slot from, Slot to) STATOR_REQUIRES(mutex_);
    // False when it was not on its way there.
    bool take_back(Retained& retained, Slot from, Slot to) STATOR_REQUIRES(mutex_);
    void know(Slot at, const Change& change) STATOR_REQUIRES(mutex_);
    Version known(Slot at, const std::string& key) const STATOR_REQUIRES(mutex_);
    void forget(const Change& change) STATOR_REQUIRES(mutex_);
    // Forgets the oldest changes that every member has.
    void trim(Rows* rows) STATOR_REQUIRES(mutex_);
    void note_conflict(const Change& winner, const Change& loser, Slot at, Instant now)
        STATOR_REQUIRES(mutex_);
    void occupy(Slot by, const Change& change) STATOR_REQUIRES(mutex_);
    // The regions of the members and of the witness, and those of them that the region reaches, if
    // only through others.
    std::vector<std::string> places() const STATOR_REQUIRES(mutex_);
    std::vector<std::string> connected(std::string_view from, const Cuts& cuts) const
        STATOR_REQUIRES(mutex_);
    // The first change of the queue that is not kept from its receiver; the end for none.
    Queue::const_iterator first_to_bring(const Link& link, const Queue& queue, const Cuts& cuts)
        const STATOR_REQUIRES(mutex_);
    Queue::const_iterator first_to_relay(
        Slot to, const Queue& queue, const std::vector<std::string>& reached
    ) const STATOR_REQUIRES(mutex_);
    bool is_behind(Slot at, const Cuts& cuts) const STATOR_REQUIRES(mutex_);
    std::optional<Next> next_change() const STATOR_REQUIRES(mutex_);
    void enqueue_all() STATOR_REQUIRES(mutex_);

    persistence::EntryRow definition_row() const STATOR_REQUIRES(mutex_);
    persistence::EntryRow change_row(const Change& change) const;
    persistence::EntryRow applied_row(const Version& version, Slot at) const
        STATOR_REQUIRES(mutex_);

    const std::string universe_;
    const std::string id_;
    const Links& links_;
    Mutex delivery_mutex_;
    mutable Mutex mutex_;
    model::GlobalTableDefinition definition_ STATOR_GUARDED_BY(mutex_);
    // By slot; members that are gone keep theirs.
    std::vector<std::string> regions_ STATOR_GUARDED_BY(mutex_);
    std::vector<bool> is_stopped_ STATOR_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> applied_ STATOR_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> overridden_ STATOR_GUARDED_BY(mutex_);
    Log log_ STATOR_GUARDED_BY(mutex_);
    std::map<Link, Queue> queues_ STATOR_GUARDED_BY(mutex_);
    // By key and slot, of the items that retained changes made what they are.
    absl::flat_hash_map<std::string, std::vector<Version>> known_ STATOR_GUARDED_BY(mutex_);
    absl::flat_hash_map<std::string, Occupation> occupied_ STATOR_GUARDED_BY(mutex_);
    std::deque<Conflict> conflicts_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t conflict_count_ STATOR_GUARDED_BY(mutex_) = 0;
    bool is_settled_ STATOR_GUARDED_BY(mutex_) = false;
    bool is_retired_ STATOR_GUARDED_BY(mutex_) = false;
};

// The part that one table has in a global table.
struct Membership {
    std::shared_ptr<GlobalTable> group;
    Slot slot = 0;
    bool is_strong = false;
};

}  // namespace stator::engine::replication
