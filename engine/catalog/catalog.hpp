// Catalog: the tables of one region and their lifecycle.
//
// Every change of a table's description happens here: it is validated against the current state,
// published to the Table, and passed to the journal. The clock changes statuses: run_due() makes
// the transitions that are due. Thread-safe. Lock order: before all partitions; catalogs of one
// universe in order of region.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backup/shelf.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/catalog/catalog_host.hpp"
#include "engine/catalog/catalog_values.hpp"
#include "engine/catalog/due_tables.hpp"
#include "engine/definition/table_change.hpp"
#include "engine/definition/table_lifecycle.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/replication/global_tables.hpp"
#include "engine/stream/stream_log.hpp"
#include "engine/table/table.hpp"
#include "engine/transfer/exports.hpp"
#include "engine/transfer/imports.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/backups/backups.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"
#include "protocol/operations/policies/policies.hpp"
#include "protocol/operations/settings/insights.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/settings/time_to_live.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/operations/transfers/bulk.hpp"
#include "protocol/operations/transfers/exports.hpp"
#include "protocol/operations/transfers/imports.hpp"

namespace stator::engine::catalog {

class Catalog {
public:
    Catalog(CatalogSettings settings, std::shared_ptr<CatalogHost> host);

    // The table, for a data operation. `name` may be a table ARN. The error for another account's
    // ARN names `operation`. Errors: "Requested resource not found" if the table does not exist or
    // is CREATING or DELETING.
    Result<std::shared_ptr<table::Table>> active_table(
        std::string_view name, std::string_view operation = "GetItem"
    ) const;

    Result<requests::tables::DescribedTable> create_table(
        const requests::tables::CreateTableRequest& request,
        Instant now,
        const errors::Region& region = {}
    );
    // Makes the change and returns the resulting description. Errors: that of the target if the
    // table does not exist; those of the edit. After an error nothing has changed.
    Result<model::TableDescription> apply(const definition::TableChange& change, Instant now);
    // Returns the error that apply() would return for the change.
    Result<void> check(const definition::TableChange& change, Instant now) const;
    // The table, in any status. Error: that of the target if the table does not exist.
    Result<std::shared_ptr<table::Table>> look_up(const definition::TableTarget& target) const;

    Result<requests::tables::DescribedTable> delete_table(std::string_view name, Instant now);
    Result<requests::tables::DescribedTable> describe_table(std::string_view name) const;
    requests::tables::ListTablesReply list_tables(const requests::tables::ListTablesRequest& request
    ) const;

    std::vector<std::shared_ptr<table::Table>> tables_with_time_to_live() const;

    // ---- Global tables (replica_changes.cpp) ----

    // The table, in any status. Null if it does not exist.
    std::shared_ptr<table::Table> find_table(std::string_view name) const;

    // Call when the last other replica has left and its writes have arrived: makes the table a
    // single-region table.
    void end_global_table(std::string_view name);
    // Applies the auto scaling settings to the global table that has a member here. Returns the
    // journal's ticket.
    JournalTicket set_auto_scaling(const model::GlobalTableDefinition& definition);
    // ---- Backups (catalog_backups.cpp) ----

    // Errors: the table is missing or CREATING.
    Result<model::BackupDescription> create_backup(
        const requests::backups::CreateBackupRequest& request, Instant now
    );
    // Errors: another account's ARN, or the backup does not exist.
    Result<model::BackupDescription> describe_backup(std::string_view arn, Instant now) const;
    // The backup's contents, read-only. Null if the backup does not exist.
    std::shared_ptr<const table::Table> backup_contents(std::string_view arn) const;
    // Errors: those of describe_backup(); the system created the backup, or a restore reads it.
    Result<model::BackupDescription> delete_backup(std::string_view arn, Instant now);
    Result<requests::backups::ListBackupsReply> list_backups(
        const requests::backups::ListBackupsRequest& request, Instant now
    ) const;
    backup::BackupTotals backup_totals() const;

    // ---- Exports, imports and bulk operations (catalog_transfers.cpp) ----

    // Calls `begin` while the table cannot be replaced. Errors: the table does not exist,
    // point-in-time recovery is off, or does not reach back that far.
    Result<protocol::formats::transfer::ExportDescription> export_table(
        const requests::transfers::ExportRequest& request, Instant now, const BeginExport& begin
    ) const;

    // Creates the table and calls `begin` before any request sees it. Errors: a table of that name
    // exists, `admit` rejects another import, or the account has too many tables.
    Result<protocol::formats::transfer::ImportDescription> import_table(
        const requests::transfers::ImportRequest& request,
        Instant now,
        const std::function<Result<void>()>& admit,
        const BeginImport& begin
    );
    // The table with that id, while an import fills it. Null if it does not exist.
    std::shared_ptr<table::Table> table_to_fill(std::string_view name, std::string_view table_id)
        const;
    // Ends the import: the table becomes ACTIVE, or is deleted if nothing was read.
    void end_import(std::string_view name, std::string_view table_id, bool keeps, Instant now);

    // Calls `begin` while the table cannot be replaced. Errors: the table does not exist, or its
    // state does not allow a bulk operation.
    Result<protocol::formats::transfer::BulkDescription> start_bulk_put_items(
        const requests::transfers::StartBulkRequest& request, Instant now, const BeginBulk& begin
    ) const;

    // ---- Restores (catalog_restores.cpp) ----

    // Errors: another account's ARN, the backup does not exist, or another restore is reading it.
    Result<RestoreSource> backup_to_restore(std::string_view arn) const;
    // Errors: the table does not exist, point-in-time recovery is off, or does not reach back to
    // the time. Without a time: the latest restorable time.
    Result<RestoreSource> table_to_restore(
        std::string_view name, std::optional<Instant> time, Instant now
    ) const;
    // Errors: a table of that name exists, too many restores are in progress, or the overrides do
    // not fit.
    Result<requests::tables::DescribedTable> restore_table(
        const RestoreSource& source, const RestoreTarget& target, Instant now
    );

    stream::StreamLog& streams() { return streams_; }

    const stream::StreamLog& streams() const { return streams_; }

    // The region of the tables. With shared regions, this may differ from the request's region.
    const Place& place() const { return settings_.place; }

    // The region and the account, for ARNs.
    const model::TableScope& scope() const { return scope_; }

    // Makes every transition due at `now`. Returns the time of the next one, or kNever.
    Instant run_due(Instant now);

    // Completes all pending changes of the table's status, including those due later: afterwards
    // the table is ACTIVE or does not exist.
    void complete_changes(std::string_view name, Instant now);

    // Call when all indexes of the table are filled: completes the changes that wait for that.
    void finish_filling(const table::Table& table, Instant now);

    // Lock-free, because every request reads it.
    Instant next_deadline() const { return next_deadline_.load(); }

    // The journal's ticket of the latest change.
    JournalTicket last_ticket() const { return last_ticket_.load(); }

    // While loading: adds a table from the data file. Unfinished transitions start again. Streams
    // must be restored before their tables.
    std::shared_ptr<table::Table> restore(
        TableNumber number, model::TableDescription description, Instant now
    );
    // While loading: adds a backup from the data file. Returns its contents, still without items.
    std::shared_ptr<table::Table> restore_backup(
        TableNumber number, model::BackupDescription description
    );
    // Call after all tables are loaded: ends the streams that belong to none of them.
    void finish_restoring(Instant now);

    // All tables, sorted by name.
    std::vector<std::shared_ptr<table::Table>> tables() const;

    // Calls `visit` while no table can be created, deleted or changed. Call assert_visited() within
    // it.
    void visit(const VisitTables& visit) const;
    void assert_visited() const STATOR_ASSERTS_HELD_SHARED(mutex_);

    // Fills an empty, private catalog with copies of all streams of `original` and of those of its
    // tables whose partitions are all locked, and adds to the batch the origin of each copied table
    // and stream. Changes in progress keep their due times.
    void copy_tables(
        const Catalog& original,
        const std::vector<std::shared_ptr<table::Table>>& tables,
        Instant now,
        persistence::ChangeBatch& copies
    ) STATOR_REQUIRES_SHARED(original.mutex_);

    // The rows that make all contents durable: definitions, items, streams and their records.
    void add_contents(persistence::ChangeBatch& batch) const;
    void add_rows(persistence::ChangeBatch& batch) const;  // without definitions

    // Replaces the tables and streams of `catalog` with those of `staging`, an unpublished catalog.
    struct Adoption {
        Catalog& catalog;
        Catalog& staging;
    };

    // Replaces the contents of catalogs of one universe, in one step and in one batch. Returns its
    // ticket. Both functions of `entries` are called with all locks held.
    static JournalTicket adopt(
        std::span<const Adoption> adoptions,
        Recorded recorded,
        Afterwards afterwards,
        Instant now,
        const EntryReplacement& entries
    );

private:
    friend class ReplicaChanges;

    struct Entry {
        std::shared_ptr<table::Table> table;
        definition::TableLifecycle lifecycle;
        // False while CREATING or DELETING: data operations do not see the table.
        bool serves_data = false;
    };

    using Entries = std::map<std::string, Entry, std::less<>>;

    const Entry* find(std::string_view name) const STATOR_REQUIRES_SHARED(mutex_);
    Entry* find(std::string_view name) STATOR_REQUIRES(mutex_);
    // The table that `operation` addresses by name or ARN. Errors: the ARN does not belong to this
    // catalog, or the table does not exist.
    Result<const Entry*> find_named(std::string_view name, std::string_view operation) const
        STATOR_REQUIRES_SHARED(mutex_);
    Result<Entry*> find_named(std::string_view name, std::string_view operation)
        STATOR_REQUIRES(mutex_);
    // Like find_named(), for operations that do not find a table before its restore has ended.
    Result<const Entry*> find_restored(std::string_view name, std::string_view operation) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Replaces the account in an ARN with the catalog's.
    void own_arn(std::string& arn) const;
    void own_arns(model::TableDescription& table) const;
    // The changed description of an entry, which may be null. nullopt if the description stays the
    // same.
    Result<std::optional<model::TableDescription>> edited(
        const definition::TableChange& change, const Entry* entry, Instant now
    ) const STATOR_REQUIRES_SHARED(mutex_);
    void add(std::shared_ptr<table::Table> added, Instant now) STATOR_REQUIRES(mutex_);
    // Creates a table whose name must be unused. Error: the account has too many tables.
    Result<model::TableDescription> make_table(
        const requests::tables::CreateTableRequest& request, bool is_importing, Instant now
    ) STATOR_REQUIRES(mutex_);
    // Adds the rows that must be written for the adoption to the batch.
    void adopt_locked(
        Catalog& staging, Recorded recorded, Instant now, persistence::ChangeBatch& batch
    ) STATOR_REQUIRES(mutex_);
    // The id of the next table to create.
    std::string next_table_id() STATOR_REQUIRES(mutex_);
    void add_definitions_locked(persistence::ChangeBatch& batch) const
        STATOR_REQUIRES_SHARED(mutex_);
    void add_rows_locked(persistence::ChangeBatch& batch) const STATOR_REQUIRES_SHARED(mutex_);
    // Publishes and records a new description, and schedules its transitions.
    void install(Entry& entry, model::TableDescription description, Instant now)
        STATOR_REQUIRES(mutex_);
    // Changes only members that do not affect the status.
    void amend(Entry& entry, model::TableDescription description, Instant now)
        STATOR_REQUIRES(mutex_);
    // Drops indexes that are missing from the next description. Returns whether it dropped any.
    bool forget_indexes(const table::Table& table, const model::TableDescription& next);
    void record(
        TableNumber number, const model::TableDescription* description, bool ends_history = false
    ) STATOR_REQUIRES(mutex_);
    // Call when the table has been deleted: removes it, and its part in a global table.
    void drop(const table::Table& table) STATOR_REQUIRES(mutex_);
    // Makes the table record its changes in its global table, if it is a member of one.
    void follow_membership(table::Table& table) STATOR_REQUIRES(mutex_);
    // The initial description of a replica in this catalog's region.
    model::TableDescription new_replica(
        const model::TableDescription& source, const model::ReplicaOverrides& overrides, Instant now
    ) STATOR_REQUIRES(mutex_);
    // The other members of the table's global table.
    std::vector<std::string> other_members(std::string_view name) const
        STATOR_REQUIRES_SHARED(mutex_);
    // True if the table has strong consistency, so that several regions may write it at the same
    // time.
    bool is_strong(std::string_view name) const STATOR_REQUIRES_SHARED(mutex_);
    class AllHeld;
    // Sets the table to UPDATING while one of its replicas is added or removed.
    requests::tables::DescribedTable update_replicas(
        model::TableDescription description, JournalTicket ticket, Instant now
    ) STATOR_REQUIRES(mutex_);
    // Deletes a table that is a replica and no longer receives writes from others.
    void leave_slowly(model::TableDescription replica, Instant now) STATOR_REQUIRES(mutex_);
    // Error: a replica was created from this one within the last 24 hours.
    Result<void> check_leaving(std::string_view name, Instant now) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Enables the table's stream with a label that no earlier stream of the same table name had.
    void begin_stream(model::TableDescription& table, values::StreamViewType type, Instant now)
        STATOR_REQUIRES(mutex_);
    void make_durable(replication::Rows rows) STATOR_REQUIRES(mutex_);
    void refresh_deadline() STATOR_REQUIRES(mutex_);
    // Adds a backup of the table to the shelf and makes it durable.
    const backup::Backup& make_backup(
        const std::shared_ptr<const table::Table>& table,
        model::BackupDescription description,
        std::uint32_t mark,
        Instant now
    ) STATOR_REQUIRES(mutex_);
    // Creates the system backup that DynamoDB keeps of a deleted table with point-in-time recovery.
    void make_system_backup(const std::shared_ptr<const table::Table>& table, Instant now)
        STATOR_REQUIRES(mutex_);
    // Errors: another account's ARN, or the backup does not exist.
    Result<const backup::Backup*> find_backup(std::string_view arn) const
        STATOR_REQUIRES_SHARED(mutex_);
    bool is_restoring(std::string_view backup_arn) const STATOR_REQUIRES_SHARED(mutex_);
    void drop_expired_backups(Instant now) STATOR_REQUIRES(mutex_);
    // Errors: those of restore_table().
    Result<UnlistedTable> copy_source(
        const RestoreSource& source, const RestoreTarget& target, Instant now
    );
    Result<void> check_restore(const RestoreSource& source, const std::string& name) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Makes the table keep its history if the description requires it.
    void follow_history(table::Table& table, const model::TableDescription& description)
        STATOR_REQUIRES(mutex_);
    // Returns the stream that the table's description names, and notes its first deadline.
    std::shared_ptr<stream::Stream> follow_stream(const model::TableDescription& table, Instant now)
        STATOR_REQUIRES(mutex_);
    // Makes the due transitions of one table. Returns false if the table has been deleted.
    bool advance(Entry& entry, Instant now) STATOR_REQUIRES(mutex_);

    const CatalogSettings settings_;
    const std::shared_ptr<CatalogHost> host_;
    const model::TableScope scope_;
    stream::StreamLog streams_;
    mutable SharedMutex mutex_;
    mutable std::atomic<int> visits_ = 0;
    std::uint64_t tables_made_ STATOR_GUARDED_BY(mutex_) = 0;
    // The time of the streams' next pending work.
    Instant stream_deadline_ STATOR_GUARDED_BY(mutex_) = kNever;
    Entries tables_ STATOR_GUARDED_BY(mutex_);
    DueTables due_tables_ STATOR_GUARDED_BY(mutex_);
    backup::Shelf backups_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t backups_made_ STATOR_GUARDED_BY(mutex_) = 0;
    std::atomic<Instant> next_deadline_{kNever};
    std::atomic<JournalTicket> last_ticket_{};
};

}  // namespace stator::engine::catalog
