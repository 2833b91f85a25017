// TransferRuns: runs the exports, imports and bulk operations of a universe that are due, here or
// on the thread for long work. Thread-safe.
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

    // Begins what is due; returns when there is more, or kNever.
    Instant run_due(Instant now);

private:
    void run_export(const transfer::Exports::Due& due);
    void run_import(const transfer::Imports::Due& due);
    // What the import of `due`, which outlives it, writes to the table.
    transfer::ImportSurroundings filling(
        const transfer::Imports::Due& due, const std::shared_ptr<table::Table>& table
    );
    // A turn of a bulk operation (bulk_runs.cpp).
    void run_bulk(const transfer::BulkOperations::Due& due);
    // What the operation of `due`, which outlives it, writes to the table; null when that is gone.
    transfer::BulkSurroundings putting(
        const transfer::BulkOperations::Due& due, const std::shared_ptr<table::Table>& table
    );
    // On the thread for long work, if there is one, and the universe need not wait for it.
    void begin_work(std::function<void()> work);
    // Makes durable what work has written, for nobody waits for it. A universe whose answers can be
    // repeated does its work under the lock of what is due, where nothing is flushed.
    void flush_work() const;
    // The table with that ARN and id; null when it no longer exists.
    std::shared_ptr<table::Table> table_of(
        const std::string& region_name, std::string_view table_arn, const std::string& table_id
    );
    // Null when the table is gone, or its past forgotten.
    std::shared_ptr<const transfer::ExportSource> source_again(
        const protocol::formats::transfer::ExportDescription& description,
        const std::string& region_name,
        Instant now
    );
    // Whether the universe's answers can be repeated: it then waits for all work.
    bool repeats() const;

    Universe& universe_;
    SharedServices& shared_;
};

}  // namespace stator::engine::universes::work
