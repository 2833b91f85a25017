// Follower: is notified of every change of an item when it is committed, to send the change
// elsewhere.
//
// Stream records, expiries and index entries do not use followers: they are part of the commit
// itself.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/storage/slot.hpp"
#include "engine/stream/shard.hpp"
#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"

namespace stator::engine::write {

// A write that is being installed. All references are borrowed.
struct Installed {
    const WriteIntent& intent;
    const PreparedWrite& write;
    const storage::CommitStamp& stamp;
    Instant now;
};

// The side effects of a commit: its journal batch and stream records, and calls to make afterwards.
struct Traces {
    struct Record {
        std::shared_ptr<stream::Shard> shard;
        model::StreamRecord record;
    };

    persistence::ChangeBatch batch;
    std::vector<Record> records;
    // Called in this order with the batch's ticket, which is 0 if data is kept in memory only.
    std::vector<std::function<void(JournalTicket ticket)>> afterwards;
};

class Follower {
public:
    Follower() = default;
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;
    virtual ~Follower() = default;

    // Called under the lock of the item's partition, before any read can see the new image.
    virtual void note(const Installed& change, Traces& traces) = 0;
};

}  // namespace stator::engine::write
