// Replication: reports the writes of a global table's member to the other members, and applies
// their writes to it.
//
// The Committer applies a replicated write like any other write, with indexes, streams, expiries
// and history. It costs no capacity, has no condition, and is not replicated again. Thread-safe.
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

// Reports to the global table a member's own writes, which the other members must receive, and the
// replicated writes that this member has applied.
class ReplicationFollower final : public Follower {
public:
    // Notes in `deadlines`, which must outlive this object, when a write is due at another member.
    ReplicationFollower(Deadlines& deadlines, bool is_durable)
        : deadlines_(deadlines), is_durable_(is_durable) {}

    void note(const Installed& change, Traces& traces) override;

private:
    Deadlines& deadlines_;
    const bool is_durable_;
};

// True if the replicated write is later than the member's own version.
bool is_wanted(const ReplicatedWrite& write, Instant now);

// The dependencies of a delivery. `find_table` returns the member's table, or null if it no longer
// exists.
struct DeliveryHelp {
    std::function<std::shared_ptr<table::Table>(const std::string& region)> find_table;
    // Makes entries durable without a write.
    std::function<void(replication::Rows rows)> record;
    Committer& committer;
};

// The number of due writes to deliver.
enum class DeliveryShare : unsigned char {
    All,
    Few,  // at most as many as a request may wait for; none while another thread delivers
};

// Delivers due writes to the members. Returns when the next write is due, or kNever. If another
// thread delivers at the same time, that thread returns the times of its own deliveries.
Instant deliver(
    replication::GlobalTable& group, const DeliveryHelp& help, Instant now, DeliveryShare share
);

}  // namespace stator::engine::write
