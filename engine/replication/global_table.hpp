// GlobalTable: the tables of several regions that replicate to each other, and the pending writes
// between them.
//
// A member's write is retained until every other member has it and no older write is pending. While
// it is retained, the version of its item in each region is known. A forgotten write is therefore
// older than any write that can still arrive. A deletion is retained like any other write, so that
// an older write does not restore the item.
//
// All retained writes are entries of the durable section, in the batch of the write that they
// belong to. Thread-safe; its lock comes after those of partitions and before that of Links.
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

// A member's index, valid as long as the process runs.
using Slot = std::size_t;

// Collects changes of the durable section. Null with in-memory data, which needs none.
using Rows = std::vector<persistence::EntryRow>;

inline constexpr std::string_view kSection = "global_tables";

// A member's state of replication.
struct MemberState {
    std::string region;
    std::uint64_t waiting = 0;           // writes pending for it
    std::optional<Instant> oldest = {};  // time of the oldest pending write
    std::uint64_t applied = 0;           // writes of others that it has applied
    std::uint64_t overridden = 0;        // writes that it dropped, because it had a later one
};

// The other members in which a write of a table with strong consistency is made by the same commit,
// and whether they form a majority of the three regions; a witness counts. A region that is cut off
// gets the write later.
struct Reach {
    struct Member {
        Slot slot = 0;
        std::string region = {};

        friend bool operator==(const Member&, const Member&) = default;
    };

    bool is_majority = true;
    std::vector<Member> others = {};
    // True if the member, or one of the others, lacks writes that could be delivered to it now.
    bool is_behind = false;
    bool are_others_behind = false;

    friend bool operator==(const Reach&, const Reach&) = default;
};

class GlobalTable {
public:
    // `links` must outlive this object.
    GlobalTable(std::string universe, std::string id, const Links& links)
        : universe_(std::move(universe)), id_(std::move(id)), links_(links) {}

    GlobalTable(const GlobalTable&) = delete;
    GlobalTable& operator=(const GlobalTable&) = delete;

    const std::string& id() const { return id_; }

    // ---- Members ----

    model::GlobalTableDefinition definition() const;

    Slot slot(std::string_view region);

    // Adds the first member, which makes the table a global table.
    void begin(const std::string& table, const std::string& region, Rows* rows);
    // Adds a copy of the member `from`. The caller has locked every partition of that member.
    void add(model::GlobalTableMember member, const std::string& from, Instant now, Rows* rows);
    // Stops delivery to that member. Its own writes are still delivered to the others.
    void stop(std::string_view region, Rows* rows);
    // Call when the member's table has been deleted. Returns true if any member is left.
    bool remove(std::string_view region, Rows* rows);
    // True if only one member is left, and it has all writes of the others.
    bool is_over() const;
    // Ends a global table that is over; it then records nothing more. False if it is not over.
    bool dissolve(Rows* rows);
    // Replaces the member's overrides.
    void set_overrides(std::string_view region, model::ReplicaOverrides overrides, Rows* rows);

    // Copies the auto scaling settings of `from`.
    void set_auto_scaling(const model::GlobalTableDefinition& from, Rows* rows);

    // ---- Writes, under the lock of the item's partition in the region concerned ----

    // Records a write that a member has committed. `change` lacks its region and the replaced
    // version. With a reach, the same commit makes the write in those members. Returns when the
    // first of the other members receives it, or kNever.
    Instant note_write(Slot from, Change change, Rows* rows, const Reach* reach = nullptr);

    // True if the change is later than the member's version. Two writes that did not know each
    // other become a Conflict.
    bool admits(Slot to, const Change& change, Instant now);

    // Records that the member has the change, or a later one.
    void note_delivered(Slot to, const Change& change, bool was_applied, Rows* rows);

    // ---- Delivery ----

    // Held while changes are delivered, so that a second thread finds them delivered. Acquired
    // before all other locks.
    Mutex& delivery_mutex() { return delivery_mutex_; }

    struct Delivery {
        std::shared_ptr<const Change> change;
        Slot to = 0;
        std::string region;  // region of `to`
    };

    // The next change that is due and whose link is not cut.
    std::optional<Delivery> next_delivery(Instant now) const;
    // The time of the next delivery. kNever if no write is pending, or all links are cut.
    Instant next_due(Instant now) const;

    // See Links.
    SharedMutex& strong_commits() const { return links_.strong_commits(); }

    // The time of the next delivery, and its region.
    struct Arrival {
        Instant at;
        std::string region;
    };

    std::optional<Arrival> next_arrival(Instant now) const;

    // Forgets the oldest changes that every member has, if any remain.
    void forget_delivered(Rows* rows);

    // Call when the links' settings have changed: reschedules all deliveries.
    void reschedule();

    // ---- Strong consistency (strong_consistency.cpp) ----

    // Makes later writes in all members by one commit. `witness` may be "".
    void make_strong(std::string witness, Rows* rows);
    // A consistent snapshot, even if the links change during the call.
    Reach reach(Slot from) const;
    // True if the item is being modified in another region.
    bool is_occupied(Slot from, const std::string& key, Instant now) const;

    // ---- Looking at it ----

    std::vector<MemberState> states() const;
    // The latest conflicts, oldest first.
    std::vector<Conflict> conflict_log() const;
    std::uint64_t conflict_count() const;
    std::size_t retained() const;

    // ---- For the durable section ----

    void restore_definition(model::GlobalTableDefinition definition);
    void restore_change(Change change);
    void restore_applied(const std::string& region, const Version& version);
    // Call after restoring: schedules the pending writes. Idempotent.
    void settle();
    Rows contents() const;
    // Call when its universe has been replaced: nothing is recorded any more.
    void retire();

private:
    struct Retained {
        std::shared_ptr<const Change> change;
        std::vector<std::pair<Slot, Instant>> waiting = {};  // the receivers, and when
        std::vector<Slot> applied = {};                      // members that have an entry for it
    };

    // A write that blocks its item in other regions.
    struct Occupation {
        Slot by = 0;
        Instant since = {};
        Instant until = {};
    };

    using Log = std::map<Version, Retained>;
    using Queue = std::map<std::pair<Instant, Version>, std::shared_ptr<const Change>>;
    using Link = std::pair<Slot, Slot>;  // sender and receiver

    // The earliest change of those that can be delivered to `to`.
    struct Next {
        Queue::const_iterator change;
        Slot to = 0;
    };

    Slot slot_locked(std::string_view region) STATOR_REQUIRES(mutex_);
    void send(Retained& retained, Slot from, Slot to) STATOR_REQUIRES(mutex_);
    // Returns false if the change was not pending for that member.
    bool take_back(Retained& retained, Slot from, Slot to) STATOR_REQUIRES(mutex_);
    void know(Slot at, const Change& change) STATOR_REQUIRES(mutex_);
    Version known(Slot at, const std::string& key) const STATOR_REQUIRES(mutex_);
    void forget(const Change& change) STATOR_REQUIRES(mutex_);
    // Forgets the oldest changes that every member has.
    void trim(Rows* rows) STATOR_REQUIRES(mutex_);
    void note_conflict(const Change& winner, const Change& loser, Slot at, Instant now)
        STATOR_REQUIRES(mutex_);
    void occupy(Slot by, const Change& change) STATOR_REQUIRES(mutex_);
    // places() returns the regions of the members and of the witness. connected() returns those
    // that `from` reaches, including through others.
    std::vector<std::string> places() const STATOR_REQUIRES(mutex_);
    std::vector<std::string> connected(std::string_view from, const Cuts& cuts) const
        STATOR_REQUIRES(mutex_);
    // The first change of the queue that can reach its receiver, or the end.
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
    // By slot. Former members keep their slots.
    std::vector<std::string> regions_ STATOR_GUARDED_BY(mutex_);
    std::vector<bool> is_stopped_ STATOR_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> applied_ STATOR_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> overridden_ STATOR_GUARDED_BY(mutex_);
    Log log_ STATOR_GUARDED_BY(mutex_);
    std::map<Link, Queue> queues_ STATOR_GUARDED_BY(mutex_);
    // By key and slot: the versions of the items that retained changes have written.
    absl::flat_hash_map<std::string, std::vector<Version>> known_ STATOR_GUARDED_BY(mutex_);
    absl::flat_hash_map<std::string, Occupation> occupied_ STATOR_GUARDED_BY(mutex_);
    std::deque<Conflict> conflicts_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t conflict_count_ STATOR_GUARDED_BY(mutex_) = 0;
    bool is_settled_ STATOR_GUARDED_BY(mutex_) = false;
    bool is_retired_ STATOR_GUARDED_BY(mutex_) = false;
};

// The membership of one table in a global table.
struct Membership {
    std::shared_ptr<GlobalTable> group;
    Slot slot = 0;
    bool is_strong = false;
};

}  // namespace stator::engine::replication
