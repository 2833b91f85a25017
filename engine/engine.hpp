// Engine: everything DynamoDB does, without a socket in sight. Owns the universes, the Committer
// and the journal.
//
// Thread-safe once open. Owns no thread but the journal's, and a reader thread while it loads.
// Timed work happens in run_due(), which the owner must call.
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
    // For every change of a table's or an index's status.
    std::int64_t table_delay_ms = 0;
    // How long an expired item stays before it is deleted.
    std::int64_t time_to_live_delay_ms = 0;
    // One set of tables for all regions, as DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // A universe whose name has twelve digits is the account of that number.
    bool universes_are_accounts = false;
    // The seed of everything random; without it every run differs.
    std::optional<std::uint64_t> seed = {};
    // What eventually consistent reads may see.
    consistency::LagSettings lag = {};
    // Called when the disk starts refusing writes, with the reason, and when it accepts them again.
    // Called on the writer's thread.
    persistence::JournalLog report = {};
    // Called from time to time while a large data file is loaded, with the number of items so far.
    std::function<void(std::uint64_t items)> report_loading = {};
    // Called before anything else is loaded, with the clock setting the file was last used with.
    std::function<void(const ClockSetting&)> restore_clock = {};
};

// Where and how to persist.
struct DataPath {
    std::string directory;
    persistence::Durability durability = persistence::Durability::Commit;
};

class Engine {
public:
    // Opens the data file and loads it. The error is a sentence for the user.
    static std::variant<std::unique_ptr<Engine>, persistence::DataFileError> open(
        EngineOptions options, const Clock& clock, std::optional<DataPath> data_path = {}
    );

    // As above, for a file that is already open. The simulation passes its own kind of file, which
    // loses whatever was not synced.
    static std::variant<std::unique_ptr<Engine>, persistence::DataFileError> open(
        EngineOptions options, const Clock& clock, std::unique_ptr<persistence::DataFile> data_file
    );

    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Instant now() const { return clock_.now(); }

    // The tables of the request's universe and region. A universe is created on first use and lives
    // at least as long as the reference.
    catalog::CatalogRef catalog(const RequestContext& context);

    write::Committer& committer() { return *committer_; }

    consistency::Consistency& consistency() { return consistency_; }

    capacity::Throughput& throughput() { return throughput_; }

    // The items that running transactions are working on.
    transactions::TransactionRegister& transactions() { return transactions_; }

    // The client request tokens of transactions.
    transactions::TransactionLog& transaction_log() { return transaction_log_; }

    // Anyone who changes when something is due must note it here.
    Deadlines& deadlines() { return deadlines_; }

    SequenceNumber last_sequence() const { return consistency_.last_sequence(); }

    // Null for an in-memory engine.
    persistence::Journal* journal() { return journal_.get(); }

    // Does everything that is due now. Returns the time of the next deadline, or kNever.
    Instant run_due();

    // Calls run_due() if something is due, and costs little otherwise. Call it before each request;
    // returns the time to use for the request.
    Instant run_due_if_needed() {
        const Instant time = now();
        if (time >= deadlines_.next()) catch_up(time);
        return time;
    }

    // Reads the next deadline of the tables in the request's region; call it after changing one.
    void note_deadline(const catalog::Catalog& catalog);

    // The time of the next deadline, or kNever.
    Instant next_deadline() const { return deadlines_.next(); }

    // ---- Universes (engine_universes.cpp) ----

    universes::Universes& universes() { return universes_; }

    // The number of the account that a universe's tables belong to.
    std::string account_of(std::string_view universe) const;

    // Names a table for callers that have no request.
    struct TableName {
        std::string universe;
        std::optional<std::string> region;  // the first region that has the table, if empty
        std::string name;
    };

    // Null when no such table exists.
    std::shared_ptr<table::Table> find_table(const TableName& name) const;

    // Makes `to` a copy of what `from` is now, streams and durable entries included, replacing what
    // it was. Returns the journal's ticket.
    JournalTicket copy_universe(const std::string& from, const std::string& to);

    // Empties a universe; with `forget` it also ceases to exist, unless it is the default one.
    // Returns the journal's ticket.
    JournalTicket clear_universe(const std::string& universe, bool forget);

    // Writes the universe as it is now to a data file in that directory, which must be new. The
    // error is a sentence for the user.
    std::optional<persistence::DataFileError> save_universe(
        const std::string& universe, const std::string& directory
    );

    // Replaces the universe by the contents of a data file that save_universe() wrote. The error is
    // a sentence for the user; the universe is unchanged then.
    std::variant<JournalTicket, persistence::DataFileError> restore_universe(
        const std::string& universe, const std::string& directory
    );

    // ---- What else is persisted ----

    // Makes changes of a durable section durable and returns the journal's ticket. The section
    // calls it while holding the lock that guards what changed.
    JournalTicket record_entries(std::vector<persistence::EntryRow> entries);

    // ---- Time ----

    // Records the clock setting in the data file. Returns the journal's ticket.
    JournalTicket record_clock(const ClockSetting& setting);

    // Drops item history that no read can see any more.
    void prune_history();

    // Makes everything durable and stops the journal. False when something could not be written.
    bool close();

private:
    Engine(EngineOptions options, const Clock& clock);

    // Loads the data file and starts the journal. The error is a sentence for the user.
    std::optional<persistence::DataFileError> adopt(std::unique_ptr<persistence::DataFile> data_file
    );
    // Makes the engine ready for requests.
    void start();
    // The error is a sentence for the user.
    std::optional<persistence::DataFileError> load();
    // run_due(), unless another thread has just done it. No request overtakes a table transition
    // that was due when the request arrived.
    void catch_up(Instant now);
    void make_transitions(Instant now) STATOR_REQUIRES(due_mutex_);
    // Everything that is due besides table transitions.
    void sweep(Instant now);
    // Deletes expired items; returns the time of the next deletion.
    Instant delete_expired_items(Instant now);
    // Prunes what is due; returns the next time to do so.
    Instant prune_due_history(Instant now);
    // Splits hot partitions; returns the next time to look.
    Instant split_hot_partitions(Instant now);
    catalog::CatalogRef catalog_at(const Place& place);
    // An empty catalog. One that is not live records nothing until it is adopted.
    std::shared_ptr<catalog::Catalog> make_catalog(const Place& place, bool is_live);

    // A universe as it was at one moment, in catalogs that record nothing until they are adopted.
    struct StagedUniverse {
        std::vector<universes::Region> regions = {};
        std::vector<persistence::EntryRow> entries = {};
    };

    // A copy of `from` as it is now, ready to become `to`.
    StagedUniverse stage_copy(const std::string& from, const std::string& to)
        STATOR_REQUIRES(universes_mutex_);
    // Installs the staged catalogs as the universe.
    JournalTicket replace_universe(const std::string& universe, StagedUniverse staged)
        STATOR_REQUIRES(universes_mutex_);
    // Replaces catalogs by staged ones, which must be all of the universe's, and its durable
    // entries by `entries`.
    JournalTicket adopt(
        const std::string& universe,
        const std::vector<catalog::Catalog::Adoption>& adoptions,
        catalog::Catalog::Afterwards afterwards,
        std::vector<persistence::EntryRow> entries
    );
    JournalTicket append(persistence::ChangeBatch batch);
    // The part of the engine that a catalog sees (engine_catalogs.cpp).
    class RegionHost;

    EngineOptions options_;
    const Clock& clock_;
    std::uint64_t identifier_seed_ = 0;
    consistency::Consistency consistency_;
    capacity::Throughput throughput_;
    transactions::TransactionRegister transactions_;
    transactions::TransactionLog transaction_log_;
    // Every durable section. To add one, name it here; nothing else needs to change.
    persistence::DurableSections sections_{{&transaction_log_}};
    std::unique_ptr<persistence::DataFile> data_file_;
    std::unique_ptr<persistence::Journal> journal_;
    std::unique_ptr<write::Committer> committer_;
    std::atomic<std::uint32_t> last_table_number_{0};
    std::atomic<std::uint32_t> last_stream_number_{0};
    Deadlines deadlines_;
    // Held by the thread that makes table transitions until all of them are made.
    Mutex due_mutex_;
    std::atomic<Instant> next_prune_{kBeforeAll};
    universes::Universes universes_;
    // One universe is made, copied or replaced at a time.
    Mutex universes_mutex_;
};

}  // namespace stator::engine
