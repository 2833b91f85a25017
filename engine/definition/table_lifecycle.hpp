// TableLifecycle: when the pending status changes of a table are due. A value.
//
// The description alone says which changes are pending: its status, its pending changes, the status
// of each index. The lifecycle adds only their times. follow() starts timing changes it has not
// seen, drops those that are gone, and leaves the others alone; so a table loaded from disk resumes
// by the same call that follows an UpdateTable.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::definition {

enum class TransitionKind : unsigned char {
    TableCreation,
    TableDeletion,
    Capacity,
    Stream,
    TableClass,
    Encryption,
    Replicas,
    InsightsEnabling,
    InsightsDisabling,
    KinesisDestination,
    WarmThroughput,
    IndexAllocation,
    IndexBackfill,
    IndexUpdate,
    IndexWarmThroughput,
    IndexDeletion,
};

struct Transition {
    TransitionKind kind = TransitionKind::TableCreation;
    // "" for a change of the table itself; of a Kinesis destination its stream's ARN.
    std::string index = {};
    Instant due = {};

    friend bool operator==(const Transition&, const Transition&) = default;
};

// Every pending change, without its time.
std::vector<Transition> changes_under_way(const model::TableDescription& table);

// Carries a change out: statuses, targets, and the table's own status after the last one.
// TableDeletion changes nothing; the caller drops the table.
void complete(model::TableDescription& table, const Transition& transition);

// How long changes take, in milliseconds.
struct StatusDelays {
    std::int64_t table_ms = 0;  // of a table, and of whatever is not named below
    std::int64_t index_ms = 0;  // of a global index that a table gets, or loses, after its creation

    // That of one change.
    std::int64_t of(TransitionKind kind) const;
};

class TableLifecycle {
public:
    explicit TableLifecycle(StatusDelays delays = {}) : delays_(delays) {}

    // Adopts the pending changes; new ones are due as long after `now` as their kind takes.
    void follow(const model::TableDescription& table, Instant now);

    // The next due time, or kNever.
    Instant deadline() const;

    // All pending changes are due now.
    void hasten(Instant now);

    // Whether an index has all items; of the table ("") whether all of its indexes do.
    using HasAllItems = std::function<bool(const std::string& index)>;

    // Completes the changes that are due at `now`, in time order, and those that follow from them.
    // A change to an index that does not have all items waits for resume(). False when the table's
    // deletion is complete.
    bool run_due(model::TableDescription& table, Instant now, const HasAllItems& has_all_items);

    // The changes that wait are due now.
    void resume(Instant now);

    const std::vector<Transition>& pending() const { return pending_; }

private:
    StatusDelays delays_;
    std::vector<Transition> pending_;
};

}  // namespace stator::engine::definition
