// Values that catalogs take and give.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/place.hpp"
#include "engine/definition/table_lifecycle.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/table.hpp"
#include "engine/transfer/bulk_operations.hpp"
#include "engine/transfer/exports.hpp"
#include "engine/transfer/imports.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/operations/backups/restores.hpp"
#include "protocol/operations/settings/kinesis.hpp"

namespace stator::engine::catalog {

// The identity of a catalog, and its settings.
struct CatalogSettings {
    Place place = {};
    std::string account;  // "123456789012"
    definition::StatusDelays delays = {};
    // How many partitions a new table, and each of its global indexes, starts with; 0 for as many
    // as its throughput needs.
    std::int64_t partitions = 0;
};

// What a restore reads. A value; it may come from another region's catalog.
struct RestoreSource {
    Place place;
    // The universe's turn when it had the source (CatalogHost::turn()).
    std::uint64_t turn;
    // Under which the data file has the rows.
    TableNumber number;
    // Of a backup: never changes. Of a table: rewound to the summary's date.
    std::shared_ptr<const table::Table> contents;
    model::TableDescription recorded;
    model::RestoreSummary summary;
    std::shared_ptr<const storage::ChangeHistory> history = nullptr;
};

// The table that a restore makes.
struct RestoreTarget {
    std::string name;
    requests::backups::RestoreOverrides overrides;
};

// A copy of a restore's source that the catalog does not list yet.
struct UnlistedTable {
    std::shared_ptr<table::Table> table;
    // The changes of the source until the copy was made; null for a backup.
    std::shared_ptr<const storage::ChangeHistory> history;
    // The data file gives the copy the rows of the source.
    bool shares_rows = false;
};

// What the data file has already of contents that replace others.
enum class Recorded : unsigned char {
    Nothing,
    Rows,  // of items and of stream records: an earlier batch has them, or says whose copies they
           // are
};

// What becomes of a catalog whose contents have been replaced.
enum class Afterwards : unsigned char {
    GoesOn,
    // The count of tables, from which their ids derive, starts over.
    StartsOver,
    // The universe has been deleted: work by requests that still hold its catalogs is dropped.
    Retires,
};

// What begins an export, an import or a bulk operation while its table is held. Error: as many as
// may be are under way.
using BeginExport = std::function<
    Result<protocol::formats::transfer::ExportDescription>(transfer::Exports::Beginning)>;
using BeginImport = std::function<
    Result<protocol::formats::transfer::ImportDescription>(transfer::Imports::Beginning)>;
using BeginBulk = std::function<
    Result<protocol::formats::transfer::BulkDescription>(transfer::BulkOperations::Beginning)>;

// How a universe's entries of durable sections are replaced.
struct EntryReplacement {
    // Returns the rows that make it durable.
    std::function<std::vector<persistence::EntryRow>()> begin;
    // Called once the journal has them: they are durable with that ticket.
    std::function<void(JournalTicket)> finish;
};

using VisitTables = std::function<void(const std::vector<std::shared_ptr<table::Table>>& tables)>;

}  // namespace stator::engine::catalog
