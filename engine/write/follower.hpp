// Follower: learns of every change of an item at the moment of its commit, to bring it elsewhere.
//
// Stream records, expiries and index entries are no followers: every table has them, and they are
// part of the commit itself.
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

// A write that is being installed. Borrows.
struct Installed {
    const WriteIntent& intent;
    const PreparedWrite& write;
    const storage::CommitStamp& stamp;
    Instant now;
};

// What a commit leaves beside the items.
struct Traces {
    struct Record {
        std::shared_ptr<stream::Shard> shard;
        model::StreamRecord record;
    };

    persistence::ChangeBatch batch;
    std::vector<Record> records;
    // Called in this order with the batch's ticket, which is 0 in memory.
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
