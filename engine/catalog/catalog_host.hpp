// CatalogHost: what a catalog, and the streams of its tables, need from the engine around them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "engine/base/identifiers.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/replication/global_tables.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/stream/stream_host.hpp"
#include "engine/table/table.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/general.hpp"

namespace stator::engine::catalog {

// Thread-safe. A catalog calls it under its own mutex.
class CatalogHost : public stream::StreamHost {
public:
    // False in memory: the caller need not build what append() would make durable.
    virtual bool is_durable() const = 0;

    // Makes the batch durable, at the sequence number of the last commit; returns its journal
    // ticket. Returns 0 and does nothing in memory, or while this is not live.
    virtual JournalTicket append(persistence::ChangeBatch batch) = 0;

    // Like append(), for the batch that replaces all contents of the universe. Later notes about
    // the former contents are not recorded.
    virtual JournalTicket append_turn(persistence::ChangeBatch batch) = 0;

    // Counts how often all contents of the universe have been replaced.
    virtual std::uint64_t turn() const = 0;

    // The table has been deleted: forgets everything kept under its number.
    virtual void forget(TableNumber table) = 0;
    // The same for a global index.
    virtual void forget_index(TableNumber table, std::string_view index) = 0;

    // What the ids of tables derive from, besides how many were created before.
    virtual std::uint64_t identifier_seed() const = 0;

    // The table has another description, for which these partitions were split.
    virtual void note_change(
        const table::Table& table, std::span<const table::PartitionSplit> splits, Instant now
    ) = 0;

    // Those of the universe.
    virtual replication::GlobalTables& global_tables() = 0;

    // How much the histories of tables may take, those of all universes together.
    virtual std::shared_ptr<storage::HistoryLimit> history_limit() const = 0;

    // A table number that was never used before.
    virtual TableNumber next_table_number() = 0;

    // False while nothing is recorded: the catalog is staged, or its universe has been deleted.
    bool is_live() const { return is_live_.load(); }

    // An error while nothing is recorded. DynamoDB has no such error; a client that retries finds
    // another universe of that name.
    Result<void> check_live() const {
        return is_live() ? Result<void>() : errors::internal_server_error();
    }

    void set_live(bool is_live) { is_live_.store(is_live); }

private:
    std::atomic<bool> is_live_{true};
};

}  // namespace stator::engine::catalog
