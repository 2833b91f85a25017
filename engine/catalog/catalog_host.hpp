// CatalogHost: the services that a catalog and its tables' streams need from the engine.
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
    // False with in-memory data: the caller need not build batches for append().
    virtual bool is_durable() const = 0;

    // Makes the batch durable, at the sequence number of the last commit. Returns its journal
    // ticket. Returns 0 and does nothing with in-memory data, or while this host is not live.
    virtual JournalTicket append(persistence::ChangeBatch batch) = 0;

    // Like append(), for the batch that replaces all contents of the universe. Later changes of the
    // former contents are not recorded.
    virtual JournalTicket append_turn(persistence::ChangeBatch batch) = 0;

    // The number of times that all contents of the universe have been replaced.
    virtual std::uint64_t turn() const = 0;

    // Call when the table has been deleted: discards everything stored under its number.
    virtual void forget(TableNumber table) = 0;
    // Like forget(), for a global index.
    virtual void forget_index(TableNumber table, std::string_view index) = 0;

    // The seed of table ids, which also depend on the number of tables created before.
    virtual std::uint64_t identifier_seed() const = 0;

    // Call when the table has a new description, for which these partitions were split.
    virtual void note_change(
        const table::Table& table, std::span<const table::PartitionSplit> splits, Instant now
    ) = 0;

    // The universe's global tables.
    virtual replication::GlobalTables& global_tables() = 0;

    // The memory limit for the histories of the tables of all universes together.
    virtual std::shared_ptr<storage::HistoryLimit> history_limit() const = 0;

    // Returns a table number that has never been used.
    virtual TableNumber next_table_number() = 0;

    // False while nothing is recorded: the catalog is staged, or its universe has been deleted.
    bool is_live() const { return is_live_.load(); }

    // Returns an error while nothing is recorded. DynamoDB has no such error; a client that retries
    // finds another universe of that name.
    Result<void> check_live() const {
        return is_live() ? Result<void>() : errors::internal_server_error();
    }

    void set_live(bool is_live) { is_live_.store(is_live); }

private:
    std::atomic<bool> is_live_{true};
};

}  // namespace stator::engine::catalog
