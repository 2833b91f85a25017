// Universe: an isolated set of tables. Everything that a client can notice is separate: tables and
// streams of every region, commits, clock, seed, the state that eventually consistent reads see,
// throughput, running transactions and their tokens.
//
// Universes of a process share the journal, and nothing else that depends on their contents: with
// the same seed and the same requests, two universes give the same replies.
//
// Thread-safe once begin() has been called. Owns no thread: timed work runs in run_due().
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/base/request_context.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/consistency/consistency.hpp"
#include "engine/kinesis/outbox.hpp"
#include "engine/persistence/durable_section.hpp"
#include "engine/replication/global_tables.hpp"
#include "engine/stream/adversity_switch.hpp"
#include "engine/transactions/transactions.hpp"
#include "engine/transfer/transfers.hpp"
#include "engine/triggers/trigger_state.hpp"
#include "engine/universes/clock_record.hpp"
#include "engine/universes/due_work.hpp"
#include "engine/universes/seed_record.hpp"
#include "engine/universes/seeds.hpp"
#include "engine/universes/shared_services.hpp"
#include "engine/universes/snapshot_origin.hpp"
#include "engine/universes/turn_recorder.hpp"
#include "engine/vectors/recall.hpp"
#include "engine/write/committer.hpp"
#include "engine/write/replication.hpp"

namespace stator::engine::universes {

// Settings that stay the same for the lifetime of a universe.
struct UniverseSettings {
    std::string name = {};     // "" is the default universe
    std::string account = {};  // "123456789012"
    definition::StatusDelays delays = {};
    // The delay between an item's expiry and its deletion.
    std::int64_t time_to_live_delay_ms = 0;
    // One set of tables for all regions, like DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // Number of partitions of a new table. 0: as many as its throughput needs.
    std::int64_t partitions = 0;
};

// Settings that affect the reads of a universe.
struct ReadSwitches {
    stream::AdversitySwitch stream_adversity;
    vectors::RecallSwitch recall;
};

// One region of one universe.
struct Region {
    Place place;
    std::shared_ptr<catalog::Catalog> catalog;
};

class Universe : public std::enable_shared_from_this<Universe> {
public:
    Universe(UniverseSettings settings, const Seeds& seeds, SharedServices& shared);
    ~Universe();
    Universe(const Universe&) = delete;
    Universe& operator=(const Universe&) = delete;

    // Makes the universe ready for requests. Call once, after the journal has been opened.
    void begin();

    const std::string& name() const { return settings_.name; }

    const UniverseSettings& settings() const { return settings_; }

    // ---- For requests ----

    // The region whose tables the request uses: its own, unless all regions share their tables.
    std::string_view region_name(const RequestContext& context) const {
        return settings_.shared_regions ? kSharedRegion : std::string_view(context.place.region);
    }

    // The catalog of the request's region, which lives as long as the universe.
    catalog::Catalog& catalog(const RequestContext& context) {
        return region(region_name(context));
    }

    write::Committer& committer() { return *committer_; }

    consistency::Consistency& consistency() { return consistency_; }

    capacity::Throughput& throughput() { return throughput_; }

    const capacity::Throughput& throughput() const { return throughput_; }

    // Stream faults, and the recall of vector searches.
    ReadSwitches& switches() { return switches_; }

    const ReadSwitches& switches() const { return switches_; }

    // The global tables, and the links between the regions.
    replication::GlobalTables& global_tables() { return global_tables_; }

    const replication::GlobalTables& global_tables() const { return global_tables_; }

    // Delivers pending writes to the members of a global table. Returns when the next write is due.
    Instant deliver_to_members(
        replication::GlobalTable& group,
        Instant now,
        write::DeliveryShare share = write::DeliveryShare::All
    );

    // Exports, imports and bulk operations.
    transfer::Transfers& transfers() { return transfers_; }

    const transfer::Transfers& transfers() const { return transfers_; }

    // The settings of its triggers, and the positions up to which they have delivered records.
    triggers::TriggerState& triggers() { return triggers_; }

    // Records queued for delivery to Kinesis data streams.
    kinesis::Outbox& outbox() { return outbox_; }

    const kinesis::Outbox& outbox() const { return outbox_; }

    // Notified when its streams have more to read: after a write, or when time has moved.
    stream::ChangeCount& stream_changes() { return stream_changes_; }

    // Locked by code that changes the tables of several regions, before all catalogs.
    Mutex& regions_mutex() { return regions_mutex_; }

    transactions::Transactions& transactions() { return transactions_; }

    // Code that changes when work is due must note the new deadline here.
    Deadlines& deadlines() { return deadlines_; }

    // The number that the next request's id derives from: the seed and the count of earlier
    // requests. 0 if no seed was given: ids need not repeat then, and requests are not counted.
    std::uint64_t next_request_number() { return repeats() ? count_request() : 0; }

    // Null with in-memory data.
    persistence::Journal* journal() const { return shared_.journal; }

    // Makes the table transitions that are due, and leaves the rest of run_due() to the thread that
    // listens to the engine's due(), if such a thread exists. Cheap if no work is due. Call it
    // before each request; returns the time to use for the request.
    Instant run_due_if_needed() {
        const Instant time = now();
        if (time >= deadlines_.next()) catch_up(time);
        return time;
    }

    // Called when a request arrives: runs due work and sets the request's arrival time.
    void note_arrival(RequestContext& context) {
        context.now = run_due_if_needed();
        if (consistency_.lags()) context.begun = consistency_.last_sequence();
    }

    // ---- Time ----

    Instant now() const { return clock_.now(); }

    VirtualClock& clock() { return clock_; }

    const VirtualClock& clock() const { return clock_; }

    // Runs all work that is due now. Returns the time of the next deadline, or kNever.
    Instant run_due();

    // Adds work to run_due(), after the work added before. Call it before the first request.
    void add_due_work(DueWork work) { work_.push_back(std::move(work)); }

    // ---- Settings ----

    Seeds seeds() const;

    // Derives all future random choices from `seeds`, and restarts the request count.
    void reseed(const Seeds& seeds);

    // Stores a seed in the data file, which drops it whenever the universe is replaced. Returns the
    // journal's ticket.
    JournalTicket record_seed(std::optional<std::uint64_t> seed);

    // The entries for new contents of the universe, which become durable together: the old and new
    // entries of all sections, the clock's setting, and the seed.
    catalog::EntryReplacement replacement(
        std::vector<persistence::EntryRow> contents, std::optional<std::uint64_t> seed
    );

    // The seed in the data file, or nullopt.
    std::optional<std::uint64_t> recorded_seed() const { return seed_record_.recorded(); }

    // Copies the clock, settings and seeds of `other`.
    void take_controls(const Universe& other);

    // Starts over with these seeds. If `at` is set, freezes the clock at that time. Restarts the
    // count of commits and requests, and resets replicas, traffic and heat. Settings and contents
    // stay, but no content may be older than the start.
    void restart(const Seeds& seeds, std::optional<Instant> at);

    // Makes the clock's setting durable. Returns the journal's ticket.
    JournalTicket record_clock();

    // ---- Contents ----

    // The region's catalog, which lives as long as the universe. Created on first use.
    catalog::Catalog& region(std::string_view name);

    // All regions, sorted by name.
    std::vector<Region> regions() const;

    // Prepares the deletion of the universe: deletes its clock and triggers from the data file.
    // Afterwards durable sections record nothing, and a newly used region is not live. Returns the
    // existing regions.
    std::vector<Region> close();

    // An empty catalog that records nothing until a catalog of this universe adopts it.
    std::shared_ptr<catalog::Catalog> stage_region(const std::string& region);

    // All durable sections of this universe.
    persistence::DurableSections& sections() { return sections_; }

    // Makes changes of durable sections durable.
    TurnRecorder& recorder() { return recorder_; }

private:
    // With shared regions, this region contains the tables of all regions.
    static constexpr std::string_view kSharedRegion = "us-east-1";

    // The catalogs' view of the universe (universe_regions.cpp).
    class RegionHost;

    std::uint64_t count_request();
    std::shared_ptr<catalog::Catalog> make_catalog(const std::string& region, bool is_live);
    // Implements run_due_if_needed(). No request overtakes a table transition that was due when the
    // request arrived.
    void catch_up(Instant now);
    void do_due(Instant now) STATOR_REQUIRES(due_mutex_);
    // Completes the part of the due work that other requests need not wait for. Call without the
    // lock.
    void finish_due(Instant now);
    // Runs all due work except table transitions.
    void sweep(Instant now);
    // Fills missing data that tables derive from their items, in the background if a background
    // thread exists (universe_filling.cpp).
    void fill_tables();
    void fill(
        const std::shared_ptr<catalog::Catalog>& catalog, const std::shared_ptr<table::Table>& table
    );

    // True if a seed was given, so that all replies are reproducible.
    bool repeats() const { return repeats_.load(std::memory_order_relaxed); }

    // Delivers pending writes to the members of global tables. Returns when the next write is due.
    Instant deliver_replicated(Instant now, write::DeliveryShare share);

    const UniverseSettings settings_;
    mutable Mutex seeds_mutex_;
    Seeds seeds_ STATOR_GUARDED_BY(seeds_mutex_);
    // For requests: whether a seed was given, the source of their ids, and the number of requests
    // so far.
    std::atomic<bool> repeats_{false};
    std::atomic<std::uint64_t> request_seed_{0};
    std::atomic<std::uint64_t> requests_{0};
    SharedServices& shared_;
    VirtualClock clock_;
    consistency::Consistency consistency_;
    capacity::Throughput throughput_;
    TurnRecorder recorder_{shared_, consistency_};
    ReadSwitches switches_;
    transactions::Transactions transactions_;
    SeedRecord seed_record_;
    ClockRecord clock_record_{clock_};
    SnapshotOrigin snapshot_origin_;
    replication::GlobalTables global_tables_;
    transfer::Transfers transfers_;
    triggers::TriggerState triggers_;
    kinesis::Outbox outbox_;
    stream::ChangeCount stream_changes_;
    // A new section only needs to be added to this list.
    persistence::DurableSections sections_{
        {&transactions_.tokens,
         &seed_record_,
         &clock_record_,
         &snapshot_origin_,
         &global_tables_,
         &transfers_.exports,
         &transfers_.imports,
         &transfers_.bulk_operations,
         &triggers_.positions,
         &triggers_.mappings,
         &outbox_}};
    Deadlines deadlines_;
    std::vector<DueWork> work_;
    std::vector<std::unique_ptr<write::Follower>> followers_;
    std::unique_ptr<write::Committer> committer_;
    // Held by the thread that makes table transitions until all of them are made.
    Mutex due_mutex_;
    Mutex regions_mutex_;
    mutable SharedMutex mutex_;
    std::map<std::string, std::shared_ptr<catalog::Catalog>, std::less<>> regions_
        STATOR_GUARDED_BY(mutex_);
    bool is_closed_ STATOR_GUARDED_BY(mutex_) = false;
};

}  // namespace stator::engine::universes
