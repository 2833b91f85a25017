// Catalog: the tables of one region and their lifecycle.
//
// Every change of a table's description happens here: validated against the state it meets,
// published to the Table, and handed to the journal. Statuses move by the clock: run_due() makes
// the transitions whose time has come. Thread-safe. Lock order: before all partitions; several
// catalogs of a universe by region.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/catalog/catalog_host.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/stream/stream_log.hpp"
#include "engine/table/table.hpp"
#include "engine/table/table_lifecycle.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/settings/tags.hpp"
#include "protocol/operations/settings/time_to_live.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::catalog {

// Whose catalog it is, and how it goes about things.
struct CatalogSettings {
    Place place = {};
    std::string account;                   // "123456789012"
    std::int64_t transition_delay_ms = 0;  // of every table and index status change
    // Table ids derive from this and from how many tables there were before, so that a run can be
    // repeated and universes are alike.
    std::uint64_t identifier_seed = 0;
};

class Catalog {
public:
    Catalog(CatalogSettings settings, std::shared_ptr<CatalogHost> host);

    // The table, for a data operation. `name` may be a table ARN; `operation` is named when the
    // ARN is of another account.
    // Errors: "Requested resource not found" when it does not exist or is CREATING or DELETING.
    protocol::Result<std::shared_ptr<table::Table>> active_table(
        std::string_view name, std::string_view operation = "GetItem"
    ) const;

    protocol::Result<protocol::operations::tables::DescribedTable> create_table(
        const protocol::operations::tables::CreateTableRequest& request, Instant now
    );
    protocol::Result<protocol::operations::tables::DescribedTable> update_table(
        const protocol::operations::tables::UpdateTableRequest& request, Instant now
    );
    protocol::Result<protocol::operations::tables::DescribedTable> delete_table(
        std::string_view name, Instant now
    );
    protocol::Result<protocol::operations::tables::DescribedTable> describe_table(
        std::string_view name
    ) const;
    protocol::operations::tables::ListTablesReply list_tables(
        const protocol::operations::tables::ListTablesRequest& request
    ) const;

    protocol::Result<void> tag_resource(
        const protocol::operations::settings::TagResourceRequest& request, Instant now
    );
    protocol::Result<void> untag_resource(
        const protocol::operations::settings::UntagResourceRequest& request, Instant now
    );
    protocol::Result<protocol::operations::settings::Tags> list_tags(
        const protocol::operations::settings::ListTagsRequest& request
    ) const;

    // Errors: what is wrong with the table's state, or the change is none.
    protocol::Result<void> update_time_to_live(
        const protocol::operations::settings::UpdateTimeToLiveRequest& request, Instant now
    );
    // "" while it is off.
    protocol::Result<std::string> time_to_live_attribute(std::string_view name) const;
    std::vector<std::shared_ptr<table::Table>> tables_with_time_to_live() const;

    stream::StreamLog& streams() { return streams_; }

    // Whose tables these are. With shared regions it is not the one that the request came with.
    const Place& place() const { return settings_.place; }

    const std::string& account() const { return settings_.account; }

    // Makes every transition due at `now`; the time of the next one, or kNever.
    Instant run_due(Instant now);

    // Lock-free: every request asks.
    Instant next_deadline() const { return next_deadline_.load(); }

    // The journal ticket of the latest change; a reply that waits for it has waited for its own.
    JournalTicket last_ticket() const { return last_ticket_.load(); }

    // While loading: a table as it was persisted. Transitions that were under way restart.
    // Streams must be restored before their tables.
    std::shared_ptr<table::Table> restore(
        TableNumber number, protocol::model::TableDescription description, Instant now
    );
    // Once all tables are: streams that none of them follows have ended.
    void finish_restoring(Instant now);

    // Every table, in order of their names.
    std::vector<std::shared_ptr<table::Table>> tables() const;

    // Calls `visit` while no table can come, go or change its description.
    void visit(
        const std::function<void(const std::vector<std::shared_ptr<table::Table>>& tables)>& visit
    ) const;

    // Into an empty catalog that nobody else knows: copies of all streams of `original`, and of
    // these tables of it, every partition of which is locked. The caller holds `original`.
    void copy_tables(
        const Catalog& original,
        const std::vector<std::shared_ptr<table::Table>>& tables,
        Instant now
    ) STATOR_REQUIRES_SHARED(original.mutex_);

    // What makes all of this durable: definitions, items, streams and their records.
    void add_contents(persistence::ChangeBatch& batch) const;

    // A catalog, and another one that nobody else knows: all tables and streams of `catalog` make
    // way for those of `staging`, which may be none.
    struct Adoption {
        Catalog& catalog;
        Catalog& staging;
    };

    enum class Afterwards : unsigned char {
        GoesOn,
        // The universe is gone, and so is whatever requests that still hold the catalogs do.
        Retires,
    };

    // Replaces what else there is of a universe; what makes that durable.
    using ReplaceEntries = std::function<std::vector<persistence::EntryRow>()>;

    // Replaces what is in catalogs of one universe, in one step and in one batch of changes; its
    // ticket. `replace_entries` is called under the locks of them all. Nobody else may hold several
    // catalogs meanwhile.
    static JournalTicket adopt(
        std::span<const Adoption> adoptions,
        Afterwards afterwards,
        Instant now,
        const ReplaceEntries& replace_entries
    ) STATOR_NO_ANALYSIS;  // of a list of locks Clang knows nothing

private:
    struct Entry {
        std::shared_ptr<table::Table> table;
        table::TableLifecycle lifecycle;
        // False while CREATING or DELETING: data operations do not see the table.
        bool serves_data = false;
    };

    using Entries = std::map<std::string, Entry, std::less<>>;

    const Entry* find(std::string_view name) const STATOR_REQUIRES_SHARED(mutex_);
    Entry* find(std::string_view name) STATOR_REQUIRES(mutex_);
    // The table that `operation` names, by its name or its ARN.
    // Errors: the ARN is none of this catalog's, or there is no such table.
    protocol::Result<const Entry*> find_named(std::string_view name, std::string_view operation)
        const STATOR_REQUIRES_SHARED(mutex_);
    protocol::Result<Entry*> find_named(std::string_view name, std::string_view operation)
        STATOR_REQUIRES(mutex_);
    // The entry a resource ARN is about, for the tag operations.
    protocol::Result<const Entry*> find_resource(std::string_view arn, std::string_view operation)
        const STATOR_REQUIRES_SHARED(mutex_);
    // Merges into a table's tags what `change` does to them.
    protocol::Result<void> change_tags(
        std::string_view arn,
        std::string_view operation,
        Instant now,
        const std::function<void(protocol::operations::settings::Tags&)>& change
    );
    void add(std::shared_ptr<table::Table> table, Instant now) STATOR_REQUIRES(mutex_);
    // Adds what must be written for it to the batch.
    void adopt_locked(Catalog& staging, Instant now, persistence::ChangeBatch& batch)
        STATOR_REQUIRES(mutex_);
    void add_contents_locked(persistence::ChangeBatch& batch) const STATOR_REQUIRES_SHARED(mutex_);
    // Publishes and records a new description, and follows its transitions.
    void install(Entry& entry, protocol::model::TableDescription description, Instant now)
        STATOR_REQUIRES(mutex_);
    // Changes what no status depends on.
    void amend(Entry& entry, protocol::model::TableDescription description, Instant now)
        STATOR_REQUIRES(mutex_);
    // Drops what is remembered about indexes that the next description no longer has.
    void forget_indexes(const table::Table& table, const protocol::model::TableDescription& next);
    void record(TableNumber number, const protocol::model::TableDescription* description)
        STATOR_REQUIRES(mutex_);
    void refresh_deadline() STATOR_REQUIRES(mutex_);
    // The table's stream by its description; its first deadline is noted.
    std::shared_ptr<stream::Stream> follow_stream(
        const protocol::model::TableDescription& table, Instant now
    ) STATOR_REQUIRES(mutex_);
    // Makes one table's due transitions; false when it is gone for good.
    bool advance(Entry& entry, Instant now) STATOR_REQUIRES(mutex_);

    const CatalogSettings settings_;
    const std::shared_ptr<CatalogHost> host_;
    const protocol::model::TableScope scope_;
    stream::StreamLog streams_;
    mutable SharedMutex mutex_;
    // How many tables there have been.
    std::uint64_t tables_made_ STATOR_GUARDED_BY(mutex_) = 0;
    // When streams must be looked after.
    Instant stream_deadline_ STATOR_GUARDED_BY(mutex_) = kNever;
    Entries tables_ STATOR_GUARDED_BY(mutex_);
    std::atomic<Instant> next_deadline_{kNever};
    std::atomic<JournalTicket> last_ticket_{};
};

}  // namespace stator::engine::catalog
