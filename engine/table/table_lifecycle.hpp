// TableLifecycle: when the status changes a table is in the middle of are due. A value.
//
// Which changes are under way can always be read off the description: its status, its pending
// changes, the status of each index. The lifecycle adds only their times. follow() starts the
// clock of changes it has not seen, forgets those that are gone, and leaves the others alone; so
// a table loaded from disk resumes by the same call that follows an UpdateTable.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::table {

enum class TransitionKind : unsigned char {
    TableCreation,
    TableDeletion,
    Capacity,
    Stream,
    TableClass,
    Encryption,
    WarmThroughput,
    IndexAllocation,
    IndexBackfill,
    IndexUpdate,
    IndexWarmThroughput,
    IndexDeletion,
};

struct Transition {
    TransitionKind kind = TransitionKind::TableCreation;
    std::string index;  // "" for a change of the table itself
    Instant due = {};

    friend bool operator==(const Transition&, const Transition&) = default;
};

// Every change under way, without its time.
std::vector<Transition> changes_under_way(const protocol::model::TableDescription& table);

// Carries a change out: statuses, targets, and the table's own status when it was the last one.
// TableDeletion changes nothing; the caller drops the table.
void complete(protocol::model::TableDescription& table, const Transition& transition);

class TableLifecycle {
public:
    explicit TableLifecycle(std::int64_t delay_ms = 0) : delay_ms_(delay_ms) {}

    // Adopts the changes under way; new ones are due `delay_ms` after `now`.
    void follow(const protocol::model::TableDescription& table, Instant now);

    // The next due time, or kNever.
    Instant deadline() const;

    // Completes what is due at `now`, in order of time, with the changes that follow from it.
    // False when the table's deletion is complete.
    bool run_due(protocol::model::TableDescription& table, Instant now);

    const std::vector<Transition>& pending() const { return pending_; }

private:
    std::int64_t delay_ms_;
    std::vector<Transition> pending_;
};

}  // namespace stator::engine::table
