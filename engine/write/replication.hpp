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

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "engine/replication/global_table.hpp"
#include "engine/write/committer.hpp"
#include "engine/write/follower.hpp"

namespace stator::engine::write {

// Tells the global table of a member's writes, which the other members are to get, and of their
// writes that this member has now.
class ReplicationFollower final : public Follower {
public:
    // Notes in `deadlines`, which must outlive this, when another member is due to get a write.
    ReplicationFollower(Deadlines& deadlines, bool is_durable)
        : deadlines_(deadlines), is_durable_(is_durable) {}

    void note(const Installed& change, Traces& traces) override;

private:
    Deadlines& deadlines_;
    const bool is_durable_;
};

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
