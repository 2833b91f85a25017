// TableLifecycle: the due times of a table's pending status changes. A value.
//
// The description determines which changes are pending: its status, its pending changes, the status
// of each index. The lifecycle only adds their times. follow() starts timing new changes, drops
// those that no longer exist, and keeps the others; so a table loaded from disk resumes with the
// same call that follows an UpdateTable.
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
    // "" for a change of the table itself. For a Kinesis destination: its stream's ARN.
    std::string index = {};
    Instant due = {};

    friend bool operator==(const Transition&, const Transition&) = default;
};

// Every pending change, without its time.
std::vector<Transition> changes_under_way(const model::TableDescription& table);

// Completes a change: statuses, targets, and the table's own status after the last one.
// TableDeletion changes nothing; the caller drops the table.
void complete(model::TableDescription& table, const Transition& transition);

// The duration of changes, in milliseconds.
struct StatusDelays {
    std::int64_t table_ms = 0;  // of a table, and of all changes not named below
    std::int64_t index_ms = 0;  // of a global index added or deleted after the table's creation

    // The delay of one kind of change.
    std::int64_t of(TransitionKind kind) const;
};

class TableLifecycle {
public:
    explicit TableLifecycle(StatusDelays delays = {}) : delays_(delays) {}

    // Adopts the pending changes. New ones are due after the delay of their kind.
    void follow(const model::TableDescription& table, Instant now);

    // The next due time, or kNever.
    Instant deadline() const;

    // Makes all pending changes due now.
    void hasten(Instant now);

    // True if an index has all items; for the table (""): if all of its indexes have.
    using HasAllItems = std::function<bool(const std::string& index)>;

    // Completes the changes that are due at `now`, in time order, and those that follow from them.
    // A change to an index that does not have all items waits for resume(). Returns false if the
    // table's deletion is complete.
    bool run_due(model::TableDescription& table, Instant now, const HasAllItems& has_all_items);

    // Makes the waiting changes due now.
    void resume(Instant now);

    const std::vector<Transition>& pending() const { return pending_; }

private:
    StatusDelays delays_;
    std::vector<Transition> pending_;
};

}  // namespace stator::engine::definition
