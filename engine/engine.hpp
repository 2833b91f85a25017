// Engine: everything DynamoDB does, without a socket in sight. Owns the universes, the Committer
// and the journal.
//
// Thread-safe once open. Owns no thread but the journal's, and a reader while it loads; what waits
// for time happens in run_due(), which somebody must call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/clock.hpp"
#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/request_context.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/catalog/catalog_ref.hpp"
#include "engine/consistency/consistency.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/persistence/durable_section.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/transactions/transaction_log.hpp"
#include "engine/transactions/transaction_register.hpp"
#include "engine/universes/universes.hpp"
#include "engine/write/committer.hpp"

namespace stator::engine {

struct EngineOptions {
    // Of every table and index status change.
    std::int64_t table_delay_ms = 0;
    // How long an expired item stays before it is deleted.
    std::int64_t time_to_live_delay_ms = 0;
    // One set of tables for all regions, as DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // A universe whose name has twelve digits is the account of that number.
    bool universes_are_accounts = false;
    // What everything random derives from; without it runs differ.
    std::optional<std::uint64_t> seed = {};
    // What eventually consistent reads may see.
    consistency::LagSettings lag = {};
    // Told why the disk refuses writes, and that it accepts them again. From the writer's thread.
    persistence::JournalLog report = {};
    // Told now and then while a large data file is loaded how many items there are so far.
    std::function<void(std::uint64_t items)> report_loading = {};
    // Told, before anything else is loaded, how the clock was set when the file was last in use.
    std::function<void(const ClockSetting&)> restore_clock = {};
};

// Where and how to persist.
struct DataPath {
    std::string directory;
    persistence::Durability durability = persistence::Durability::Commit;
};

class Engine {
public:
    // Opens, and loads what was persisted. The error is a sentence for the user.
    static std::variant<std::unique_ptr<Engine>, persistence::DataFileError> open(
        EngineOptions options, const Clock& clock, std::optional<DataPath> data_path = {}
    );

    // The same over an opened file, which may be another one than SQLite's: the simulation's loses
    // what was not synced.
    static std::variant<std::unique_ptr<Engine>, persistence::DataFileError> open(
        EngineOptions options, const Clock& clock, std::unique_ptr<persistence::DataFile> data_file
    );

    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Instant now() const { return clock_.now(); }

    // The tables of the request's universe and region. A universe is created when it is first asked
    // for, and stays at least as long as the reference.
    catalog::CatalogRef catalog(const RequestContext& context);

    write::Committer& committer() { return *committer_; }

    consistency::Consistency& consistency() { return consistency_; }

    capacity::Throughput& throughput() { return throughput_; }

    // The items transactions are working on.
    transactions::TransactionRegister& transactions() { return transactions_; }

    // The client request tokens of transactions.
    transactions::TransactionLog& transaction_log() { return transaction_log_; }

    // A change of when something is due must be noted here.
    Deadlines& deadlines() { return deadlines_; }

    SequenceNumber last_sequence() const { return consistency_.last_sequence(); }

    // Null for an in-memory engine.
    persistence::Journal* journal() { return journal_.get(); }

    // Does everything due now; the time of the next deadline, or kNever.
    Instant run_due();

    // run_due() if something is due; cheap otherwise. Call it before each request, whose time it
    // returns.
    Instant run_due_if_needed() {
        const Instant time = now();
        if (time >= deadlines_.next()) catch_up(time);
        return time;
    }

    // Asks the tables of the request's region for their next deadline; call it after changing one.
    void note_deadline(const catalog::Catalog& catalog);

    // The time of the next deadline, or kNever.
    Instant next_deadline() const { return deadlines_.next(); }

    // ---- Universes (engine_universes.cpp) ----

    universes::Universes& universes() { return universes_; }

    // The number of the account that a universe's tables belong to.
    std::string account_of(std::string_view universe) const;

    // Which table, for whoever is not a request.
    struct TableName {
        std::string universe;
        std::optional<std::string> region;  // nothing: the first region that has it
        std::string name;
    };

    // Null when there is none.
    std::shared_ptr<table::Table> find_table(const TableName& name) const;

    // Makes `to` what `from` is now, streams and entries included, in place of what it was. The
    // journal's ticket.
    JournalTicket copy_universe(const std::string& from, const std::string& to);

    // Makes a universe empty; all but the default one cease to exist when `forget` is set. The
    // journal's ticket.
    JournalTicket clear_universe(const std::string& universe, bool forget);

    // Writes what the universe is now to a data file in that directory, which must be new.
    // The error is a sentence for the user.
    std::optional<persistence::DataFileError> save_universe(
        const std::string& universe, const std::string& directory
    );

    // Makes the universe what a data file of save_universe() says, in place of what it was.
    // The error is a sentence for the user; nothing has changed then.
    std::variant<JournalTicket, persistence::DataFileError> restore_universe(
        const std::string& universe, const std::string& directory
    );

    // ---- What else is persisted ----

    // Makes changes of a durable section durable; the journal's ticket. The section calls it under
    // the lock that guards what changed.
    JournalTicket record_entries(std::vector<persistence::EntryRow> entries);

    // ---- Time ----

    // Has the data file remember how the clock is set. The journal's ticket.
    JournalTicket record_clock(const ClockSetting& setting);

    // Drops the history of items that no read can see any more.
    void prune_history();

    // Makes everything durable and stops the journal. False when something could not be written.
    bool close();

private:
    Engine(EngineOptions options, const Clock& clock);

    // Loads what was persisted and starts the journal. The error is a sentence for the user.
    std::optional<persistence::DataFileError> adopt(std::unique_ptr<persistence::DataFile> data_file
    );
    // Makes the engine ready for requests.
    void start();
    // The error is a sentence for the user.
    std::optional<persistence::DataFileError> load();
    // run_due(), unless another thread has just done it: no request overtakes the transitions of
    // tables that were due when it came.
    void catch_up(Instant now);
    void make_transitions(Instant now) STATOR_REQUIRES(due_mutex_);
    // Everything else that is due.
    void sweep(Instant now);
    // Deletes expired items; the next deletion's time.
    Instant delete_expired_items(Instant now);
    // Prunes what is due; the next time to do it.
    Instant prune_due_history(Instant now);
    // Splits the partitions that are hot; the next time to look.
    Instant split_hot_partitions(Instant now);
    catalog::CatalogRef catalog_at(const Place& place);
    // An empty catalog. One that is not live records nothing until it is adopted.
    std::shared_ptr<catalog::Catalog> make_catalog(const Place& place, bool is_live);

    // A universe as it was at one moment, in catalogs that record nothing until they are adopted.
    struct StagedUniverse {
        std::vector<universes::Region> regions = {};
        std::vector<persistence::EntryRow> entries = {};
    };

    // What `from` is now, staged to become `to`.
    StagedUniverse stage_copy(const std::string& from, const std::string& to)
        STATOR_REQUIRES(universes_mutex_);
    // Puts it in the place of the universe.
    JournalTicket replace_universe(const std::string& universe, StagedUniverse staged)
        STATOR_REQUIRES(universes_mutex_);
    // Puts staged catalogs in the place of others, which are all of the universe's, and `entries`
    // in that of its own.
    JournalTicket adopt(
        const std::string& universe,
        const std::vector<catalog::Catalog::Adoption>& adoptions,
        catalog::Catalog::Afterwards afterwards,
        std::vector<persistence::EntryRow> entries
    );
    JournalTicket append(persistence::ChangeBatch batch);
    // The part of the engine that a catalog is given (engine_catalogs.cpp).
    class RegionHost;

    EngineOptions options_;
    const Clock& clock_;
    std::uint64_t identifier_seed_ = 0;
    consistency::Consistency consistency_;
    capacity::Throughput throughput_;
    transactions::TransactionRegister transactions_;
    transactions::TransactionLog transaction_log_;
    // Every section there is: who adds one names it here, and is done.
    persistence::DurableSections sections_{{&transaction_log_}};
    std::unique_ptr<persistence::DataFile> data_file_;
    std::unique_ptr<persistence::Journal> journal_;
    std::unique_ptr<write::Committer> committer_;
    std::atomic<std::uint32_t> last_table_number_{0};
    std::atomic<std::uint32_t> last_stream_number_{0};
    Deadlines deadlines_;
    // Held by the thread that makes transitions, until all are made.
    Mutex due_mutex_;
    std::atomic<Instant> next_prune_{kBeforeAll};
    universes::Universes universes_;
    // One universe is made, copied or replaced at a time.
    Mutex universes_mutex_;
};

}  // namespace stator::engine
