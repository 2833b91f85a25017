// Universe: one world of tables, apart from all others in everything that a client can notice:
// tables and streams of every region, commits, clock, seed, what eventually consistent reads see,
// throughput, running transactions and their tokens.
//
// Universes of a process share the journal, and nothing else that depends on what happens in them:
// with the same seed and the same requests, two universes give the same answers.
//
// Thread-safe once begin() has been called. Owns no thread: timed work happens in run_due().
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

// What stays the same for as long as a universe lives.
struct UniverseSettings {
    std::string name = {};     // "" is the default universe
    std::string account = {};  // "123456789012"
    definition::StatusDelays delays = {};
    // How long an expired item stays before it is deleted.
    std::int64_t time_to_live_delay_ms = 0;
    // One set of tables for all regions, as DynamoDB Local's -sharedDb.
    bool shared_regions = false;
    // How many partitions a new table starts with; 0 for as many as its throughput needs.
    std::int64_t partitions = 0;
};

// Settings that reads of a universe obey.
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

    // Makes the universe ready for requests. Call it once, when the journal is there.
    void begin();

    const std::string& name() const { return settings_.name; }

    const UniverseSettings& settings() const { return settings_; }

    // ---- For requests ----

    // The region whose tables the request works on: its own, unless all regions share theirs.
    std::string_view region_name(const RequestContext& context) const {
        return settings_.shared_regions ? kSharedRegion : std::string_view(context.place.region);
    }

    // The tables of the request's region, which live as long as the universe.
    catalog::Catalog& catalog(const RequestContext& context) {
        return region(region_name(context));
    }

    write::Committer& committer() { return *committer_; }

    consistency::Consistency& consistency() { return consistency_; }

    capacity::Throughput& throughput() { return throughput_; }

    const capacity::Throughput& throughput() const { return throughput_; }

    // How much harder than usual its streams are to read, and how much searches of vectors find.
    ReadSwitches& switches() { return switches_; }

    const ReadSwitches& switches() const { return switches_; }

    // The global tables, and the links between the regions.
    replication::GlobalTables& global_tables() { return global_tables_; }

    const replication::GlobalTables& global_tables() const { return global_tables_; }

    // Brings the members of a global table what is due; returns when the next write is.
    Instant deliver_to_members(
        replication::GlobalTable& group,
        Instant now,
        write::DeliveryShare share = write::DeliveryShare::All
    );

    // What is exported, imported and put in bulk.
    transfer::Transfers& transfers() { return transfers_; }

    const transfer::Transfers& transfers() const { return transfers_; }

    // The settings of its triggers, and the records that they have delivered.
    triggers::TriggerState& triggers() { return triggers_; }

    // What is to be sent to Kinesis data streams.
    kinesis::Outbox& outbox() { return outbox_; }

    const kinesis::Outbox& outbox() const { return outbox_; }

    // Noted when there is more to read of its streams: something was written, or time has moved.
    stream::ChangeCount& stream_changes() { return stream_changes_; }

    // Held by whoever changes the tables of several regions, before all catalogs.
    Mutex& regions_mutex() { return regions_mutex_; }

    transactions::Transactions& transactions() { return transactions_; }

    // Anyone who changes when something is due must note it here.
    Deadlines& deadlines() { return deadlines_; }

    // What the id of the next request derives from: the seed and how many requests came before it.
    // 0 without a given seed: any id will do then, and none is counted.
    std::uint64_t next_request_number() { return repeats() ? count_request() : 0; }

    // Null in memory.
    persistence::Journal* journal() const { return shared_.journal; }

    // Makes the table transitions that are due, and leaves the rest of run_due() to the thread that
    // listens to the engine's due(), if there is one. Costs little while nothing is due. Call it
    // before each request; returns the time to use for the request.
    Instant run_due_if_needed() {
        const Instant time = now();
        if (time >= deadlines_.next()) catch_up(time);
        return time;
    }

    // A request arrives: does what is due, and tells the request when it came.
    void note_arrival(RequestContext& context) {
        context.now = run_due_if_needed();
        if (consistency_.lags()) context.begun = consistency_.last_sequence();
    }

    // ---- Time ----

    Instant now() const { return clock_.now(); }

    VirtualClock& clock() { return clock_; }

    const VirtualClock& clock() const { return clock_; }

    // Does everything that is due now. Returns the time of the next deadline, or kNever.
    Instant run_due();

    // Has run_due() do that, too, behind what was added before. Call it before there are requests.
    void add_due_work(DueWork work) { work_.push_back(std::move(work)); }

    // ---- Settings ----

    Seeds seeds() const;

    // Everything random derives from these from now on, and requests are counted anew.
    void reseed(const Seeds& seeds);

    // Keeps a seed in the data file, which forgets it whenever the universe is replaced. Returns
    // the journal's ticket.
    JournalTicket record_seed(std::optional<std::uint64_t> seed);

    // The entries for new contents of the universe, which become durable together: what the
    // sections had and have, the clock's setting, and the seed.
    catalog::EntryReplacement replacement(
        std::vector<persistence::EntryRow> contents, std::optional<std::uint64_t> seed
    );

    // The seed that the data file has.
    std::optional<std::uint64_t> recorded_seed() const { return seed_record_.recorded(); }

    // The same time from now on, the same settings, and the same seeds, as another universe has.
    void take_controls(const Universe& other);

    // Starts over with these seeds, with its clock standing at that time if there is one: commits
    // and requests are counted from the beginning, replicas, traffic and heat are forgotten.
    // Settings and contents stay, but no content may be older than the start.
    void restart(const Seeds& seeds, std::optional<Instant> at);

    // Makes the clock's setting durable; returns the journal's ticket.
    JournalTicket record_clock();

    // ---- Contents ----

    // The region's catalog, which lives as long as the universe. Created on first use.
    catalog::Catalog& region(std::string_view name);

    // In the order of their names.
    std::vector<Region> regions() const;

    // Prepares the deletion of the universe: its clock and its triggers are forgotten; afterwards
    // durable sections record nothing, and a newly used region is not live. Returns the existing
    // regions.
    std::vector<Region> close();

    // An empty catalog that records nothing until it is adopted by one of this universe's.
    std::shared_ptr<catalog::Catalog> stage_region(const std::string& region);

    // Every durable section of this universe.
    persistence::DurableSections& sections() { return sections_; }

    // Makes changes of durable sections durable.
    TurnRecorder& recorder() { return recorder_; }

private:
    // With shared regions, every region's tables live in this one.
    static constexpr std::string_view kSharedRegion = "us-east-1";

    // The part of the universe that a catalog sees (universe_regions.cpp).
    class RegionHost;

    std::uint64_t count_request();
    std::shared_ptr<catalog::Catalog> make_catalog(const std::string& region, bool is_live);
    // For run_due_if_needed(). No request overtakes a table transition that was due when the
    // request arrived.
    void catch_up(Instant now);
    void do_due(Instant now) STATOR_REQUIRES(due_mutex_);
    // What of it need not be done before other requests go on; call it without the lock.
    void finish_due(Instant now);
    // Everything that is due besides table transitions.
    void sweep(Instant now);
    // Fills what tables derive from their items and do not have yet, in the background if there is
    // one (universe_filling.cpp).
    void fill_tables();
    void fill(
        const std::shared_ptr<catalog::Catalog>& catalog, const std::shared_ptr<table::Table>& table
    );

    // Whether a seed was given, so that all answers can be repeated.
    bool repeats() const { return repeats_.load(std::memory_order_relaxed); }

    // Brings the members of global tables what others wrote; returns when the next write arrives.
    Instant deliver_replicated(Instant now, write::DeliveryShare share);

    const UniverseSettings settings_;
    mutable Mutex seeds_mutex_;
    Seeds seeds_ STATOR_GUARDED_BY(seeds_mutex_);
    // From the seeds, for requests: whether one was given, what ids derive from, how many came.
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
    // To add one, name it here; nothing else needs to change.
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
