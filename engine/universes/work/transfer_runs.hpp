// TransferRuns: runs the exports, imports and bulk operations of a universe that are due, inline or
// on the long-work thread. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/transfer/bulk_run.hpp"
#include "engine/transfer/export_run.hpp"
#include "engine/transfer/import_run.hpp"
#include "engine/universes/shared_services.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::universes::work {

class TransferRuns {
public:
    // Both must outlive this.
    TransferRuns(Universe& universe, SharedServices& shared)
        : universe_(universe), shared_(shared) {}

    // Begins the work that is due. Returns the time of the next work, or kNever.
    Instant run_due(Instant now);

private:
    void run_export(const transfer::Exports::Due& due);
    void run_import(const transfer::Imports::Due& due);
    // The callbacks with which the import of `due` writes to the table. `due` must outlive them.
    transfer::ImportSurroundings filling(
        const transfer::Imports::Due& due, const std::shared_ptr<table::Table>& table
    );
    // Runs a turn of a bulk operation (bulk_runs.cpp).
    void run_bulk(const transfer::BulkOperations::Due& due);
    // The callbacks with which the operation of `due` writes to the table, which is null if it was
    // deleted. `due` must outlive them.
    transfer::BulkSurroundings putting(
        const transfer::BulkOperations::Due& due, const std::shared_ptr<table::Table>& table
    );
    // Runs `work` on the long-work thread, or inline if there is none or the universe is seeded.
    void begin_work(std::function<void()> work);
    // Flushes the writes of background work, which no reply waits for. Does nothing in a seeded
    // universe: there the work runs under the due-work lock, where nothing may be flushed.
    void flush_work() const;
    // The table with that ARN and id. Null if it no longer exists.
    std::shared_ptr<table::Table> table_of(
        const std::string& region_name, std::string_view table_arn, const std::string& table_id
    );
    // Null if the table was deleted or its history no longer reaches back far enough.
    std::shared_ptr<const transfer::ExportSource> source_again(
        const protocol::formats::transfer::ExportDescription& description,
        const std::string& region_name,
        Instant now
    );
    // True if the universe is seeded: it then waits for all work.
    bool repeats() const;

    Universe& universe_;
    SharedServices& shared_;
};

}  // namespace stator::engine::universes::work
