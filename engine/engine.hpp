// Engine: the implementation of DynamoDB, without any network code. Owns the universes and the
// journal.
//
// Thread-safe once open. Owns only the journal's thread, and a reader thread while it loads. Timed
// work runs in run_due(), which the owner must call.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/background.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/base/request_context.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/consistency/lag_policy.hpp"
#include "engine/inspection/frozen_tables.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/transfer/object_store.hpp"
#include "engine/universes/shared_services.hpp"
#include "engine/universes/universe.hpp"
#include "engine/universes/universes.hpp"

namespace stator::engine {

using universes::Universe;

struct EngineOptions {
    // The delay of every status change of a table or an index.
    std::int64_t table_delay_ms = 0;
    // The delay for adding or deleting a global index of an existing table. Default:
    // table_delay_ms.
    std::optional<std::int64_t> index_delay_ms = {};
    // The delay between an item's expiry and its deletion.
    std::int64_t time_to_live_delay_ms = 0;
    // The memory limit for the histories of all tables with point-in-time recovery; 0 means no
    // limit. Above it, the table that is written to discards its oldest changes.
    std::uint64_t history_limit_bytes = std::uint64_t{256} << 20U;
    // One set of tables for all regions, like DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // True if a universe whose name has twelve digits belongs to the account with that number.
    bool universes_are_accounts = false;
    // The seed of all random choices. nullopt: every run differs.
    std::optional<std::uint64_t> seed = {};
    // The initial lag of eventually consistent reads.
    consistency::LagSettings lag = {};
    // Whether requests beyond a table's throughput are initially throttled.
    capacity::ThrottleMode throttle = capacity::ThrottleMode::Off;
    // Whether the traffic of partitions and keys is initially measured.
    bool collects_heat = false;
    // Number of partitions of a new table, and of each of its global indexes. 0: as many as their
    // throughput needs.
    std::int64_t partitions = 0;
    // Called with the reason when the disk starts rejecting writes, and when it accepts them again.
    // Called on the writer's thread.
    persistence::JournalLog report = {};
    // Called now and then while a large data file is loaded, with the number of items so far.
    std::function<void(std::uint64_t items)> report_loading = {};
    // The object store for exports and imports. Null: S3 is not configured.
    std::shared_ptr<transfer::ObjectStore> object_store = {};
    // Runs long work, such as an export, on another thread. If empty, run_due() runs it inline.
    std::function<void(std::function<void()> work)> long_work = {};
    // Runs work in steps on another thread, such as freeing a deleted table. If empty, the request
    // that causes the work runs it.
    Background::Run background = {};
    // Receives each line of an import's error log, with the import's id.
    std::function<void(const std::string& id, const std::string& line)> log_import_error = {};
    // The time at which the clock is initially frozen. nullopt: it follows system time, or the
    // setting in the data file.
    std::optional<Instant> frozen_at = {};
};

// The location and durability of the data file.
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

    // Like the first open(), for a file that is already open. The simulation passes its own kind of
    // file, which loses data that was not synced.
    static std::variant<std::unique_ptr<Engine>, persistence::DataFileError> open(
        EngineOptions options, const Clock& clock, std::unique_ptr<persistence::DataFile> data_file
    );

    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // ---- Universes (engine_universes.cpp) ----

    // The default universe, of requests that name no universe. Lives as long as the engine.
    Universe& default_universe() { return universes_.default_universe(); }

    // Created on first use.
    std::shared_ptr<Universe> universe(const std::string& name) { return universes_.find(name); }

    // Returns null if the universe exists. It becomes durable only with copy_universe(),
    // restore_universe() or reset_universe().
    std::shared_ptr<Universe> add_universe(const std::string& name);

    universes::Universes& universes() { return universes_; }

    // The memory that the histories of all universes use together.
    const storage::HistoryLimit& history_limit() const { return *shared_.history_limit; }

    // Names a table for callers that have no request.
    struct TableName {
        std::string universe;
        std::optional<std::string> region;  // nullopt: the first region that has the table
        std::string name;
    };

    // Null if the table does not exist.
    std::shared_ptr<table::Table> find_table(const TableName& name) const;

    // Replaces `to` with a copy of the current state of `from`: its tables, streams and durable
    // entries, its time and its settings. Returns the journal's ticket.
    JournalTicket copy_universe(const std::string& from, const std::string& to);

    // Finds a table of that name elsewhere than in the request's place: in another region of its
    // universe or, failing that, in another universe.
    std::optional<Place> find_elsewhere(
        std::string_view table, Universe& universe, const RequestContext& context
    ) const;

    // The state that a reset universe starts with.
    struct Beginning {
        std::optional<std::uint64_t> seed = {};  // nullopt: the universe's own seed
        std::optional<Instant> at = {};          // time at which its clock is frozen
    };

    // Empties a universe and restarts it: with equal beginnings, equal requests get equal replies,
    // in every universe of every process. Its settings stay. Returns the journal's ticket.
    JournalTicket reset_universe(const std::string& universe, const Beginning& beginning);

    // Empties a universe. With `forget`, also deletes the universe, unless it is the default one.
    // Returns the journal's ticket.
    JournalTicket clear_universe(const std::string& universe, bool forget);

    // The destination of a saved universe.
    struct SavePlace {
        std::string directory;
        // The version of the Stator that saves it.
        std::string version = {};
        // True to replace the directory's contents. Otherwise the directory must be new.
        bool overwrites = false;
    };

    // Writes the universe's current state to a data file, including its clock. The error is a
    // sentence for the user; after an error the previous contents are unchanged.
    std::optional<persistence::DataFileError> save_universe(
        const std::string& universe, const SavePlace& place
    );

    // The time of a restored universe.
    enum class RestoredTime : unsigned char {
        Kept,     // the universe's current time
        Resumed,  // continues from the time of saving
        Shifted,  // the universe's current time; all times in the contents are moved to match it
    };

    // Replaces the universe with the contents of a data file that save_universe() wrote. The error
    // is a sentence for the user; after an error the universe is unchanged.
    std::variant<JournalTicket, persistence::DataFileError> restore_universe(
        const std::string& name, const std::string& directory, RestoredTime time
    );

    // ---- The process ----

    // Notified when run_due() should be called soon, before the time that it last returned. Without
    // a listener, requests run the due work that they find.
    stream::ChangeSignal& due() { return shared_.due; }

    // Notified when streams have grown, and when the time of a universe has moved.
    stream::ChangeSignal& changes() { return shared_.changes; }

    // Notified when records are queued for Kinesis data streams.
    stream::ChangeSignal& outgoing() { return shared_.outgoing; }

    // Null for an in-memory engine.
    persistence::Journal* journal() { return journal_.get(); }

    // Runs all work that is due now, in every universe. Returns the milliseconds until the next
    // work is due, by the clock of its universe; at most `longest_ms`.
    std::int64_t run_due(std::int64_t longest_ms);

    // Asks exports, imports and bulk operations to stop; the next process restarts them. Wait for
    // them to return before calling close().
    void leave_long_work() {
        shared_.ends_transfers = true;
        shared_.background.end();
    }

    // Flushes all data and stops the journal. Returns false if some data could not be written.
    bool close();

    // The tables of a snapshot, read-only; universes do not change. The error is a sentence for the
    // user.
    std::variant<inspection::FrozenTables, persistence::DataFileError> read_tables(
        const std::string& directory
    );

private:
    Engine(EngineOptions options, const Clock& clock);

    // Loads the data file and starts the journal. The error is a sentence for the user.
    std::optional<persistence::DataFileError> adopt(std::unique_ptr<persistence::DataFile> data_file
    );
    // Makes the engine ready for requests.
    void start();
    // The error is a sentence for the user.
    std::optional<persistence::DataFileError> load();
    // A universe with the default universe's current settings. `is_recorded` is false if its clock
    // becomes durable together with its contents.
    std::shared_ptr<Universe> make_universe(const std::string& name, bool is_recorded);
    // The universe. If it does not exist, it is created without being recorded.
    std::shared_ptr<Universe> universe_to_replace(const std::string& name);
    // The account number of a universe's tables.
    std::string account_of(std::string_view universe) const;

    // A universe at one point in time, in catalogs that record nothing until they are adopted.
    struct StagedUniverse {
        std::vector<universes::Region> regions = {};
        std::vector<persistence::EntryRow> entries = {};
        SequenceNumber last_sequence = {};
        // If set: the universe starts over.
        std::optional<universes::Seeds> seeds = {};
        std::optional<Instant> at = {};
        // The seed to record with it. nullopt keeps the universe's own seed.
        std::optional<std::uint64_t> seed = {};
        // The universe's time at that point.
        Instant time = {};
        // How much of the contents the data file already contains.
        catalog::Recorded recorded = catalog::Recorded::Nothing;
        // The clock setting to apply. nullopt leaves the clock unchanged.
        std::optional<ClockSetting> clock = {};
    };

    // The contents of a data file, ready to become the universe. Throws UnreadableDataFile.
    StagedUniverse stage_data_file(Universe& target, persistence::DataFile& file, RestoredTime time)
        STATOR_REQUIRES(universes_mutex_);
    // Makes the rows of the contents durable, before the contents are adopted.
    void write_ahead(StagedUniverse& staged) STATOR_REQUIRES(universes_mutex_);
    // A copy of the current state of `from`, ready to become `to`. `is_recorded`: the data file
    // records only that it is a copy, and gets none of its rows.
    StagedUniverse stage_copy(const std::string& from, const std::string& to, bool is_recorded)
        STATOR_REQUIRES(universes_mutex_);
    // Deletes the universe, which must not be the default one, with all contents.
    JournalTicket delete_universe(const std::shared_ptr<Universe>& universe)
        STATOR_REQUIRES(universes_mutex_);
    // Installs the staged catalogs as the universe.
    JournalTicket replace_universe(const std::string& name, StagedUniverse staged)
        STATOR_REQUIRES(universes_mutex_);

    const EngineOptions options_;
    std::unique_ptr<persistence::DataFile> data_file_;
    std::unique_ptr<persistence::Journal> journal_;
    universes::SharedServices shared_;
    // Seeds for all random choices, in universes without seeds of their own.
    universes::Seeds seeds_;
    // The last commit in the data file. Loaded universes continue after it.
    SequenceNumber loaded_sequence_;
    // Set once the data file is loaded: new universes then begin immediately.
    bool has_started_ = false;
    universes::Universes universes_;
    // Held while one universe is created, copied or replaced.
    Mutex universes_mutex_;
};

}  // namespace stator::engine
