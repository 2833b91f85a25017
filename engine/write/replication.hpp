// Replication: what a write of a member of a global table means to the others, and how their writes
// come into it.
//
// A replicated write goes through the Committer like any other: indexes, streams, expiries and
// history follow it. It costs no capacity, meets no condition, and is not replicated again.
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/base/instant.hpp"
#include "engine/replication/global_table.hpp"
#include "engine/write/committer.hpp"

namespace stator::engine::write {

struct CommitMoment {
    replication::Version version;
    Instant time = {};
};

// A write of a member is being installed: the others are to get it or, if it is one of theirs, this
// member has it now. Returns when another one is due to get it, or kNever.
Instant replicate(
    const WriteIntent& intent,
    const PreparedWrite& write,
    const replication::Membership& membership,
    const CommitMoment& moment,
    replication::Rows* rows
);

// Whether the replicated write is later than what the member has.
bool is_wanted(const ReplicatedWrite& write, Instant now);

// What a delivery works with. `find_table` returns the member's table, or null when it is gone.
struct DeliveryHelp {
    std::function<std::shared_ptr<table::Table>(const std::string& region)> find_table;
    // Makes entries durable that no write goes with.
    std::function<void(replication::Rows rows)> record;
    Committer& committer;
};

// How many of the due writes are delivered.
enum class DeliveryShare : unsigned char {
    All,
    Few,  // no more than a request may wait for; none while another thread delivers
};

// Delivers due writes to the members. Returns when the next write is due, or kNever. A thread that
// delivers at the same moment returns the times of its own.
Instant deliver(
    replication::GlobalTable& group, const DeliveryHelp& help, Instant now, DeliveryShare share
);

}  // namespace stator::engine::write
