// Engine: everything DynamoDB does, without a socket in sight. Owns the universes and the journal.
//
// Thread-safe once open. Owns no thread but the journal's, and a reader thread while it loads.
// Timed work happens in run_due(), which the owner must call.
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
    // For every change of a table's or an index's status.
    std::int64_t table_delay_ms = 0;
    // For a global index that is added to a table or taken away; table_delay_ms unless given.
    std::optional<std::int64_t> index_delay_ms = {};
    // How long an expired item stays before it is deleted.
    std::int64_t time_to_live_delay_ms = 0;
    // How much the histories of tables with point-in-time recovery may take together; 0 for no
    // limit. Beyond that the table that is written to forgets its oldest changes.
    std::uint64_t history_limit_bytes = std::uint64_t{256} << 20U;
    // One set of tables for all regions, as DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // A universe whose name has twelve digits is the account of that number.
    bool universes_are_accounts = false;
    // The seed of everything random; without it every run differs.
    std::optional<std::uint64_t> seed = {};
    // What eventually consistent reads may see at first.
    consistency::LagSettings lag = {};
    // Whether requests beyond a table's throughput are refused at first.
    capacity::ThrottleMode throttle = capacity::ThrottleMode::Off;
    // Whether the traffic of partitions and keys is measured at first.
    bool collects_heat = false;
    // How many partitions a new table, and each of its global indexes, starts with; 0 for as many
    // as its throughput needs.
    std::int64_t partitions = 0;
    // Called when the disk starts refusing writes, with the reason, and when it accepts them again.
    // Called on the writer's thread.
    persistence::JournalLog report = {};
    // Called from time to time while a large data file is loaded, with the number of items so far.
    std::function<void(std::uint64_t items)> report_loading = {};
    // Where exports are written to; without one there are no buckets.
    std::shared_ptr<transfer::ObjectStore> object_store = {};
    // Does what takes long, such as an export, on another thread; without one, run_due() does it.
    std::function<void(std::function<void()> work)> long_work = {};
    // Does work in steps on another thread, such as freeing a deleted table. If it is empty, the
    // request that causes the work does it.
    Background::Run background = {};
    // Gets each line of an import's log of errors, with the import's id.
    std::function<void(const std::string& id, const std::string& line)> log_import_error = {};
    // Where the clock stands still at first. Without it, it follows the machine's, or goes on as
    // the data file says.
    std::optional<Instant> frozen_at = {};
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

    // ---- Universes (engine_universes.cpp) ----

    // The universe of requests that name none. Lives as long as the engine.
    Universe& default_universe() { return universes_.default_universe(); }

    // Created on first use.
    std::shared_ptr<Universe> universe(const std::string& name) { return universes_.find(name); }

    // Null if it exists. Nothing of it is durable before copy_universe(), restore_universe() or
    // reset_universe().
    std::shared_ptr<Universe> add_universe(const std::string& name);

    universes::Universes& universes() { return universes_; }

    // What the histories of all universes take together.
    const storage::HistoryLimit& history_limit() const { return *shared_.history_limit; }

    // Names a table for callers that have no request.
    struct TableName {
        std::string universe;
        std::optional<std::string> region;  // the first region that has the table, if empty
        std::string name;
    };

    // Null when no such table exists.
    std::shared_ptr<table::Table> find_table(const TableName& name) const;

    // Makes `to` a copy of what `from` is now: its tables, streams and durable entries, its time,
    // its settings, replacing what it was. Returns the journal's ticket.
    JournalTicket copy_universe(const std::string& from, const std::string& to);

    // Where there is a table of that name, if not where the request looks for it: in another region
    // of its universe or, failing that, in another universe.
    std::optional<Place> find_elsewhere(
        std::string_view table, Universe& universe, const RequestContext& context
    ) const;

    // How a universe starts over.
    struct Beginning {
        std::optional<std::uint64_t> seed = {};  // the universe's own when there is none
        std::optional<Instant> at = {};          // where its clock stands from then on
    };

    // Empties a universe and starts it over: with the same beginning, the same requests have the
    // same answers, in every universe of every process. Its settings stay. Returns the journal's
    // ticket.
    JournalTicket reset_universe(const std::string& universe, const Beginning& beginning);

    // Empties a universe; with `forget` it also ceases to exist, unless it is the default one.
    // Returns the journal's ticket.
    JournalTicket clear_universe(const std::string& universe, bool forget);

    // Where a universe is saved.
    struct SavePlace {
        std::string directory;
        // Of the Stator that saves it.
        std::string version = {};
        // What is in the directory is replaced; otherwise the directory must be new.
        bool overwrites = false;
    };

    // Writes the universe as it is now to a data file, with its clock. The error is a sentence for
    // the user; what was there before is unchanged then.
    std::optional<persistence::DataFileError> save_universe(
        const std::string& universe, const SavePlace& place
    );

    // The time of a universe that is restored.
    enum class RestoredTime : unsigned char {
        Kept,     // as the universe has it
        Resumed,  // it goes on from the moment of saving
        Shifted,  // as the universe has it, and all times that the contents carry are moved to it
    };

    // Replaces the universe by the contents of a data file that save_universe() wrote. The error is
    // a sentence for the user; the universe is unchanged then.
    std::variant<JournalTicket, persistence::DataFileError> restore_universe(
        const std::string& name, const std::string& directory, RestoredTime time
    );

    // ---- The process ----

    // Rings when run_due() should be called soon, before the time that it returned last. Without a
    // listener, requests do the due work that they meet.
    stream::ChangeSignal& due() { return shared_.due; }

    // Rings when streams have grown, and when the time of a universe has moved.
    stream::ChangeSignal& changes() { return shared_.changes; }

    // Rings when there is something to send to Kinesis data streams.
    stream::ChangeSignal& outgoing() { return shared_.outgoing; }

    // Null for an in-memory engine.
    persistence::Journal* journal() { return journal_.get(); }

    // Does everything that is due now, in every universe. Returns after how many milliseconds, by
    // the clock of the universe concerned, the next work is due; at most `longest_ms`.
    std::int64_t run_due(std::int64_t longest_ms);

    // Work that takes long is left as it is, to be begun anew by the next process. Whoever runs it
    // waits for it to return, then closes.
    void leave_long_work() {
        shared_.ends_transfers = true;
        shared_.background.end();
    }

    // Makes everything durable and stops the journal. False when something could not be written.
    bool close();

    // The tables of a snapshot, for somebody who only looks at them; no universe changes. The error
    // is a sentence for the user.
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
    // A universe with the settings that the default one has now.
    // `is_recorded` is false if its clock becomes durable together with its contents.
    std::shared_ptr<Universe> make_universe(const std::string& name, bool is_recorded);
    // The universe, which is created without any record if it does not exist.
    std::shared_ptr<Universe> universe_to_replace(const std::string& name);
    // The number of the account that a universe's tables belong to.
    std::string account_of(std::string_view universe) const;

    // A universe as it was at one moment, in catalogs that record nothing until they are adopted.
    struct StagedUniverse {
        std::vector<universes::Region> regions = {};
        std::vector<persistence::EntryRow> entries = {};
        SequenceNumber last_sequence = {};
        // Set: the universe starts over.
        std::optional<universes::Seeds> seeds = {};
        std::optional<Instant> at = {};
        // To be recorded with it; without one, the universe's own is kept.
        std::optional<std::uint64_t> seed = {};
        // The universe's time at that moment.
        Instant time = {};
        // Whether the data file knows already whose copy it is.
        catalog::Recorded recorded = catalog::Recorded::Nothing;
        // How its clock is to be set; nothing to leave it alone.
        std::optional<ClockSetting> clock = {};
    };

    // The contents of a data file, ready to become the universe. Throws UnreadableDataFile.
    StagedUniverse stage_data_file(Universe& target, persistence::DataFile& file, RestoredTime time)
        STATOR_REQUIRES(universes_mutex_);
    // Makes the rows of the contents durable, before the contents are adopted.
    void write_ahead(StagedUniverse& staged) STATOR_REQUIRES(universes_mutex_);
    // A copy of `from` as it is now, ready to become `to`. `is_recorded`: the data file learns that
    // it is a copy, and gets none of its rows.
    StagedUniverse stage_copy(const std::string& from, const std::string& to, bool is_recorded)
        STATOR_REQUIRES(universes_mutex_);
    // Deletes the universe, which is not the default one, with all contents.
    JournalTicket delete_universe(const std::shared_ptr<Universe>& universe)
        STATOR_REQUIRES(universes_mutex_);
    // Installs the staged catalogs as the universe.
    JournalTicket replace_universe(const std::string& name, StagedUniverse staged)
        STATOR_REQUIRES(universes_mutex_);

    const EngineOptions options_;
    std::unique_ptr<persistence::DataFile> data_file_;
    std::unique_ptr<persistence::Journal> journal_;
    universes::SharedServices shared_;
    // What everything random derives from, in every universe that is not told otherwise.
    universes::Seeds seeds_;
    // The last commit in the data file; universes that are loaded from it go on from there.
    SequenceNumber loaded_sequence_;
    // Set once the data file is loaded: new universes begin at once.
    bool has_started_ = false;
    universes::Universes universes_;
    // One universe is made, copied or replaced at a time.
    Mutex universes_mutex_;
};

}  // namespace stator::engine
