// Arguments and results of catalogs.
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
    // Number of partitions of a new table, and of each of its global indexes. 0: as many as their
    // throughput needs.
    std::int64_t partitions = 0;
};

// The source of a restore. A value; it may be from another region's catalog.
struct RestoreSource {
    Place place;
    // The universe's turn when the source was found (CatalogHost::turn()).
    std::uint64_t turn;
    // The number of the rows in the data file.
    TableNumber number;
    // A backup's contents, which never change, or a table to rewind to the summary's date.
    std::shared_ptr<const table::Table> contents;
    model::TableDescription recorded;
    model::RestoreSummary summary;
    std::shared_ptr<const storage::ChangeHistory> history = nullptr;
};

// The table to create by a restore.
struct RestoreTarget {
    std::string name;
    requests::backups::RestoreOverrides overrides;
};

// A copy of a restore's source that the catalog does not yet list.
struct UnlistedTable {
    std::shared_ptr<table::Table> table;
    // The source's changes up to the copy. Null for a backup.
    std::shared_ptr<const storage::ChangeHistory> history;
    // True if the data file makes the copy share the source's rows.
    bool shares_rows = false;
};

// How much of the replacing contents the data file already contains.
enum class Recorded : unsigned char {
    Nothing,
    Rows,  // rows of items and of stream records: an earlier batch contains them or copies them
};

// The state of a catalog after its contents have been replaced.
enum class Afterwards : unsigned char {
    GoesOn,
    // Restarts the count of tables, from which their ids derive.
    StartsOver,
    // The universe has been deleted: drops the work of requests that still use its catalogs.
    Retires,
};

// Begins an export, an import or a bulk operation while its table is locked. Error: the maximum
// number of transfers is in progress.
using BeginExport = std::function<
    Result<protocol::formats::transfer::ExportDescription>(transfer::Exports::Beginning)>;
using BeginImport = std::function<
    Result<protocol::formats::transfer::ImportDescription>(transfer::Imports::Beginning)>;
using BeginBulk = std::function<
    Result<protocol::formats::transfer::BulkDescription>(transfer::BulkOperations::Beginning)>;

// Replaces a universe's entries of durable sections.
struct EntryReplacement {
    // Returns the rows that make the replacement durable.
    std::function<std::vector<persistence::EntryRow>()> begin;
    // Called after the rows were passed to the journal: they are durable with that ticket.
    std::function<void(JournalTicket)> finish;
};

using VisitTables = std::function<void(const std::vector<std::shared_ptr<table::Table>>& tables)>;

}  // namespace stator::engine::catalog
