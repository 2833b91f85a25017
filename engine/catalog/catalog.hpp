// Catalog: the tables of one region and their lifecycle.
//
// Every change of a table's description happens here: it is validated against the current state,
// published to the Table, and handed to the journal. The clock moves statuses: run_due() makes the
// transitions that are due. Thread-safe. Lock order: before all partitions; catalogs of one
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

    // The table, for a data operation. `name` may be a table ARN; `operation` is named when the
    // ARN is of another account.
    // Errors: "Requested resource not found" when it does not exist or is CREATING or DELETING.
    Result<std::shared_ptr<table::Table>> active_table(
        std::string_view name, std::string_view operation = "GetItem"
    ) const;

    Result<requests::tables::DescribedTable> create_table(
        const requests::tables::CreateTableRequest& request,
        Instant now,
        const errors::Region& region = {}
    );
    // Carries the change out; returns the description afterwards. Errors: the target's, when there
    // is no such table; those of the edit, and nothing has changed then.
    Result<model::TableDescription> apply(const definition::TableChange& change, Instant now);
    // Why apply() would refuse the change.
    Result<void> check(const definition::TableChange& change, Instant now) const;
    // The table, whatever its status. Error: the target's, when there is no such table.
    Result<std::shared_ptr<table::Table>> look_up(const definition::TableTarget& target) const;

    Result<requests::tables::DescribedTable> delete_table(std::string_view name, Instant now);
    Result<requests::tables::DescribedTable> describe_table(std::string_view name) const;
    requests::tables::ListTablesReply list_tables(const requests::tables::ListTablesRequest& request
    ) const;

    std::vector<std::shared_ptr<table::Table>> tables_with_time_to_live() const;

    // ---- Global tables (replica_changes.cpp) ----

    // The table, whatever its status; null for none.
    std::shared_ptr<table::Table> find_table(std::string_view name) const;

    // The last replica of the table has left, and what it wrote has arrived: the table is one of
    // its region alone.
    void end_global_table(std::string_view name);
    // Puts the settings of auto scaling into the global table that has a member here. Returns the
    // journal's ticket.
    JournalTicket set_auto_scaling(const model::GlobalTableDefinition& definition);
    // ---- Backups (catalog_backups.cpp) ----

    // Errors: the table is missing or CREATING.
    Result<model::BackupDescription> create_backup(
        const requests::backups::CreateBackupRequest& request, Instant now
    );
    // Errors: another account's ARN, or no such backup.
    Result<model::BackupDescription> describe_backup(std::string_view arn, Instant now) const;
    // What it holds, for somebody who only looks at it; null when there is no such backup.
    std::shared_ptr<const table::Table> backup_contents(std::string_view arn) const;
    // Errors: as describe_backup(); the system made it, or a restore reads it.
    Result<model::BackupDescription> delete_backup(std::string_view arn, Instant now);
    Result<requests::backups::ListBackupsReply> list_backups(
        const requests::backups::ListBackupsRequest& request, Instant now
    ) const;
    backup::BackupTotals backup_totals() const;

    // ---- Exports, imports and bulk operations (catalog_transfers.cpp) ----

    // Calls `begin` while the table cannot be replaced. Errors: no such table, point-in-time
    // recovery is off, or does not lead back so far.
    Result<protocol::formats::transfer::ExportDescription> export_table(
        const requests::transfers::ExportRequest& request, Instant now, const BeginExport& begin
    ) const;

    // Creates the table and calls `begin` before anybody sees it. Errors: a table of that name is
    // there, `admit` refuses another import, or the account has too many tables.
    Result<protocol::formats::transfer::ImportDescription> import_table(
        const requests::transfers::ImportRequest& request,
        Instant now,
        const std::function<Result<void>()>& admit,
        const BeginImport& begin
    );
    // The table of that id, while an import fills it; null when there is none.
    std::shared_ptr<table::Table> table_to_fill(std::string_view name, std::string_view table_id)
        const;
    // The import has ended: the table is ACTIVE, or gone if nothing was read.
    void end_import(std::string_view name, std::string_view table_id, bool keeps, Instant now);

    // Calls `begin` while the table cannot be replaced. Errors: no such table, or its state does
    // not allow a bulk operation.
    Result<protocol::formats::transfer::BulkDescription> start_bulk_put_items(
        const requests::transfers::StartBulkRequest& request, Instant now, const BeginBulk& begin
    ) const;

    // ---- Restores (catalog_restores.cpp) ----

    // Errors: another account's ARN, no such backup, or a restore reads it already.
    Result<RestoreSource> backup_to_restore(std::string_view arn) const;
    // Errors: no such table, point-in-time recovery is off, or does not reach back to the time.
    // Without a time, the latest that can be restored.
    Result<RestoreSource> table_to_restore(
        std::string_view name, std::optional<Instant> time, Instant now
    ) const;
    // Errors: a table of that name is there, too many restores are under way, or the overrides do
    // not fit.
    Result<requests::tables::DescribedTable> restore_table(
        const RestoreSource& source, const RestoreTarget& target, Instant now
    );

    stream::StreamLog& streams() { return streams_; }

    const stream::StreamLog& streams() const { return streams_; }

    // The region that the tables belong to. With shared regions this may differ from the request's.
    const Place& place() const { return settings_.place; }

    // The region and the account, as ARNs have them.
    const model::TableScope& scope() const { return scope_; }

    // Makes every transition due at `now`; returns the time of the next one, or kNever.
    Instant run_due(Instant now);

    // Completes all pending changes of the table's status, even those of later: afterwards it is
    // ACTIVE or does not exist.
    void complete_changes(std::string_view name, Instant now);

    // All indexes of the table are filled: completes the changes that have waited for that.
    void finish_filling(const table::Table& table, Instant now);

    // Lock-free, because every request asks.
    Instant next_deadline() const { return next_deadline_.load(); }

    // The journal's ticket of the latest change.
    JournalTicket last_ticket() const { return last_ticket_.load(); }

    // While loading: adds a table from the data file. Transitions that were under way start again.
    // Streams must be restored before their tables.
    std::shared_ptr<table::Table> restore(
        TableNumber number, model::TableDescription description, Instant now
    );
    // The same for a backup; returns its contents, to be filled.
    std::shared_ptr<table::Table> restore_backup(
        TableNumber number, model::BackupDescription description
    );
    // After all tables are loaded: ends the streams that belong to none of them.
    void finish_restoring(Instant now);

    // All tables, in name order.
    std::vector<std::shared_ptr<table::Table>> tables() const;

    // Calls `visit` while no table can be created, deleted or changed; assert_visited() within it.
    void visit(const VisitTables& visit) const;
    void assert_visited() const STATOR_ASSERTS_HELD_SHARED(mutex_);

    // Fills an empty catalog that nobody else knows with copies of all streams of `original` and of
    // these of its tables, all of whose partitions are locked, and adds to the batch which table
    // and which stream is a copy of which. Changes under way end when they would have.
    void copy_tables(
        const Catalog& original,
        const std::vector<std::shared_ptr<table::Table>>& tables,
        Instant now,
        persistence::ChangeBatch& copies
    ) STATOR_REQUIRES_SHARED(original.mutex_);

    // The rows that make all of this durable: definitions, items, streams and their records.
    void add_contents(persistence::ChangeBatch& batch) const;
    void add_rows(persistence::ChangeBatch& batch) const;  // without definitions

    // The tables and streams of `staging`, an unpublished catalog, replace those of `catalog`.
    struct Adoption {
        Catalog& catalog;
        Catalog& staging;
    };

    // Replaces the contents of catalogs of one universe, in one step and in one batch; returns its
    // ticket. Both parts of `entries` are called under the locks of all.
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
    // The table that `operation` addresses by its name or ARN. Errors: the ARN does not belong to
    // this catalog, or there is no such table.
    Result<const Entry*> find_named(std::string_view name, std::string_view operation) const
        STATOR_REQUIRES_SHARED(mutex_);
    Result<Entry*> find_named(std::string_view name, std::string_view operation)
        STATOR_REQUIRES(mutex_);
    // The same for operations that find no table before its restore has ended.
    Result<const Entry*> find_restored(std::string_view name, std::string_view operation) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Puts the catalog's account into an ARN.
    void own_arn(std::string& arn) const;
    void own_arns(model::TableDescription& table) const;
    // The description that the change makes of an entry, which may be null; nothing when it stays.
    Result<std::optional<model::TableDescription>> edited(
        const definition::TableChange& change, const Entry* entry, Instant now
    ) const STATOR_REQUIRES_SHARED(mutex_);
    void add(std::shared_ptr<table::Table> added, Instant now) STATOR_REQUIRES(mutex_);
    // There is no table of that name. Error: the account has too many.
    Result<model::TableDescription> make_table(
        const requests::tables::CreateTableRequest& request, bool is_importing, Instant now
    ) STATOR_REQUIRES(mutex_);
    // Adds the rows that must be written for it to the batch.
    void adopt_locked(
        Catalog& staging, Recorded recorded, Instant now, persistence::ChangeBatch& batch
    ) STATOR_REQUIRES(mutex_);
    // The id of the next table that is created.
    std::string next_table_id() STATOR_REQUIRES(mutex_);
    void add_definitions_locked(persistence::ChangeBatch& batch) const
        STATOR_REQUIRES_SHARED(mutex_);
    void add_rows_locked(persistence::ChangeBatch& batch) const STATOR_REQUIRES_SHARED(mutex_);
    // Publishes and records a new description, and schedules its transitions.
    void install(Entry& entry, model::TableDescription description, Instant now)
        STATOR_REQUIRES(mutex_);
    // Changes members that no status depends on.
    void amend(Entry& entry, model::TableDescription description, Instant now)
        STATOR_REQUIRES(mutex_);
    // Forgets indexes that the next description no longer has; returns whether there are any.
    bool forget_indexes(const table::Table& table, const model::TableDescription& next);
    void record(
        TableNumber number, const model::TableDescription* description, bool ends_history = false
    ) STATOR_REQUIRES(mutex_);
    // The table is gone: forgets it, and its part in a global table.
    void drop(const table::Table& table) STATOR_REQUIRES(mutex_);
    // Has the table note its changes in its global table, if it is in one.
    void follow_membership(table::Table& table) STATOR_REQUIRES(mutex_);
    // What a replica in this catalog's region is at first.
    model::TableDescription new_replica(
        const model::TableDescription& source, const model::ReplicaOverrides& overrides, Instant now
    ) STATOR_REQUIRES(mutex_);
    // The other members of the table's global table.
    std::vector<std::string> other_members(std::string_view name) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Whether the table is written in several regions at once.
    bool is_strong(std::string_view name) const STATOR_REQUIRES_SHARED(mutex_);
    class AllHeld;
    // The table is UPDATING while one of its replicas comes or goes.
    requests::tables::DescribedTable update_replicas(
        model::TableDescription description, JournalTicket ticket, Instant now
    ) STATOR_REQUIRES(mutex_);
    // Deletes a table that is a replica: nothing is replicated to it any more.
    void leave_slowly(model::TableDescription replica, Instant now) STATOR_REQUIRES(mutex_);
    // Errors: other replicas are there, and one of them was copied from this one within a day.
    Result<void> check_leaving(std::string_view name, Instant now) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Turns the table's stream on with a label that no earlier stream of its name had.
    void begin_stream(model::TableDescription& table, values::StreamViewType type, Instant now)
        STATOR_REQUIRES(mutex_);
    void make_durable(replication::Rows rows) STATOR_REQUIRES(mutex_);
    void refresh_deadline() STATOR_REQUIRES(mutex_);
    // Puts a backup of the table on the shelf and makes it durable.
    const backup::Backup& make_backup(
        const std::shared_ptr<const table::Table>& table,
        model::BackupDescription description,
        std::uint32_t mark,
        Instant now
    ) STATOR_REQUIRES(mutex_);
    // What a table with point-in-time recovery leaves when it is deleted.
    void make_system_backup(const std::shared_ptr<const table::Table>& table, Instant now)
        STATOR_REQUIRES(mutex_);
    // Errors: another account's ARN, or no such backup.
    Result<const backup::Backup*> find_backup(std::string_view arn) const
        STATOR_REQUIRES_SHARED(mutex_);
    bool is_restoring(std::string_view backup_arn) const STATOR_REQUIRES_SHARED(mutex_);
    void drop_expired_backups(Instant now) STATOR_REQUIRES(mutex_);
    // Errors: as restore_table().
    Result<UnlistedTable> copy_source(
        const RestoreSource& source, const RestoreTarget& target, Instant now
    );
    Result<void> check_restore(const RestoreSource& source, const std::string& name) const
        STATOR_REQUIRES_SHARED(mutex_);
    // Has the table keep its history as the description says.
    void follow_history(table::Table& table, const model::TableDescription& description)
        STATOR_REQUIRES(mutex_);
    // The stream that the table's description names; notes its first deadline.
    std::shared_ptr<stream::Stream> follow_stream(const model::TableDescription& table, Instant now)
        STATOR_REQUIRES(mutex_);
    // Makes one table's due transitions; false when the table has been deleted.
    bool advance(Entry& entry, Instant now) STATOR_REQUIRES(mutex_);

    const CatalogSettings settings_;
    const std::shared_ptr<CatalogHost> host_;
    const model::TableScope scope_;
    stream::StreamLog streams_;
    mutable SharedMutex mutex_;
    mutable std::atomic<int> visits_ = 0;
    std::uint64_t tables_made_ STATOR_GUARDED_BY(mutex_) = 0;
    // When the streams next need attention.
    Instant stream_deadline_ STATOR_GUARDED_BY(mutex_) = kNever;
    Entries tables_ STATOR_GUARDED_BY(mutex_);
    DueTables due_tables_ STATOR_GUARDED_BY(mutex_);
    backup::Shelf backups_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t backups_made_ STATOR_GUARDED_BY(mutex_) = 0;
    std::atomic<Instant> next_deadline_{kNever};
    std::atomic<JournalTicket> last_ticket_{};
};

}  // namespace stator::engine::catalog
