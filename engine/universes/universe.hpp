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
#include "engine/transactions/transaction_log.hpp"
#include "engine/transactions/transaction_register.hpp"
#include "engine/transfer/bulk_operations.hpp"
#include "engine/transfer/export_source.hpp"
#include "engine/transfer/exports.hpp"
#include "engine/transfer/import_run.hpp"
#include "engine/transfer/imports.hpp"
#include "engine/triggers/mapping_record.hpp"
#include "engine/triggers/position_log.hpp"
#include "engine/universes/clock_record.hpp"
#include "engine/universes/replica_scaling.hpp"
#include "engine/universes/seed_record.hpp"
#include "engine/universes/seeds.hpp"
#include "engine/universes/shared_services.hpp"
#include "engine/universes/snapshot_origin.hpp"
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

    const std::string& account() const { return settings_.account; }

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

    // How much harder than usual its streams are to read.
    stream::AdversitySwitch& stream_adversity() { return stream_adversity_; }

    const stream::AdversitySwitch& stream_adversity() const { return stream_adversity_; }

    // How much searches of vector indexes find.
    vectors::RecallSwitch& recall() { return recall_; }

    const vectors::RecallSwitch& recall() const { return recall_; }

    // The global tables, and the links between the regions.
    replication::GlobalTables& global_tables() { return global_tables_; }

    const replication::GlobalTables& global_tables() const { return global_tables_; }

    // Brings the members of a global table what is due; returns when the next write is.
    Instant deliver_to_members(
        replication::GlobalTable& group,
        Instant now,
        write::DeliveryShare share = write::DeliveryShare::All
    );

    // What has been written to S3 and what is on its way there.
    transfer::Exports& exports() { return exports_; }

    const transfer::Exports& exports() const { return exports_; }

    transfer::Imports& imports() { return imports_; }

    const transfer::Imports& imports() const { return imports_; }

    transfer::BulkOperations& bulk_operations() { return bulk_operations_; }

    const transfer::BulkOperations& bulk_operations() const { return bulk_operations_; }

    // How far the triggers have come.
    triggers::PositionLog& trigger_positions() { return trigger_positions_; }

    // The triggers' settings, as they were set last.
    triggers::MappingRecord& trigger_mappings() { return trigger_mappings_; }

    // Makes them durable; nothing: the universe has none of its own. Returns the journal's ticket.
    JournalTicket record_trigger_mappings(std::optional<std::string> text);

    // What is to be sent to Kinesis data streams.
    kinesis::Outbox& outbox() { return outbox_; }

    const kinesis::Outbox& outbox() const { return outbox_; }

    // Noted when there is more to read of its streams: something was written, or time has moved.
    stream::ChangeCount& stream_changes() { return stream_changes_; }

    // Held by whoever changes the tables of several regions, before all catalogs.
    Mutex& regions_mutex() { return regions_mutex_; }

    // The items that running transactions are working on.
    transactions::TransactionRegister& transactions() { return transactions_; }

    // The client request tokens of transactions.
    transactions::TransactionLog& transaction_log() { return transaction_log_; }

    // Anyone who changes when something is due must note it here.
    Deadlines& deadlines() { return deadlines_; }

    // Reads the next deadline of the region's tables; call it after changing one.
    void note_deadline(const catalog::Catalog& catalog) {
        deadlines_.note(catalog.next_deadline());
    }

    SequenceNumber last_sequence() const { return consistency_.last_sequence(); }

    // Fills what tables derive from their items and do not have yet, in the background if there is
    // one. Call it after a change of a table, without locks.
    void fill_tables();

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
        if (consistency_.lags()) context.begun = last_sequence();
    }

    // ---- Time ----

    Instant now() const { return clock_.now(); }

    VirtualClock& clock() { return clock_; }

    const VirtualClock& clock() const { return clock_; }

    // Does everything that is due now. Returns the time of the next deadline, or kNever.
    Instant run_due();

    // The time of the next deadline, or kNever.
    Instant next_deadline() const { return deadlines_.next(); }

    // Drops item history that no read can see any more.
    void prune_history();

    // ---- Settings ----

    Seeds seeds() const;

    // Everything random derives from these from now on, and requests are counted anew.
    void reseed(const Seeds& seeds);

    // Keeps a seed in the data file, which forgets it whenever the universe is replaced. Returns
    // the journal's ticket.
    JournalTicket record_seed(std::optional<std::uint64_t> seed);

    // The entries for new contents of the universe, which become durable together: what the
    // sections had and have, the clock's setting, and the seed. finish_entries() follows.
    std::vector<persistence::EntryRow> begin_entries(
        std::vector<persistence::EntryRow> contents, std::optional<std::uint64_t> seed
    );
    void finish_entries(JournalTicket ticket);

    std::optional<std::uint64_t> recorded_seed() const { return seed_record_.recorded(); }

    // After loading: the seed that the data file has is the universe's, for a run that goes on
    // after others, which have done that much.
    void take_recorded_seed(std::uint64_t done);

    // The same time from now on, the same settings, and the same seeds, as another universe has.
    void take_controls(const Universe& other);

    // Starts over with these seeds, with its clock standing at that time if there is one: commits
    // and requests are counted from the beginning, replicas, traffic and heat are forgotten.
    // Settings and contents stay, but no content may be older than the start.
    void restart(const Seeds& seeds, std::optional<Instant> at);

    // Goes on from now as the setting says.
    void set_clock(const ClockSetting& setting);

    // Makes the clock's setting durable; returns the journal's ticket.
    JournalTicket record_clock();

    // The universe has been deleted: its clock is not recorded any more.
    void retire_clock();

    // ---- Contents ----

    // The region's catalog, which lives as long as the universe. Created on first use.
    catalog::Catalog& region(std::string_view name);

    // In the order of their names.
    std::vector<Region> regions() const;

    // Prepares the deletion of the universe: after this call, durable sections record nothing, and
    // a newly used region is not live. Returns the existing regions.
    std::vector<Region> close();

    // Counts how often all contents have been replaced.
    std::uint64_t turn() const;

    // An empty catalog that records nothing until it is adopted by one of this universe's.
    std::shared_ptr<catalog::Catalog> stage_region(const std::string& region);

    // Every durable section of this universe.
    persistence::DurableSections& sections() { return sections_; }

    // Makes changes of a durable section durable and returns the journal's ticket. The section
    // calls it while holding the lock that guards what changed. Does nothing and returns 0 after
    // close(), or if `turn` is given and the contents have been replaced since.
    JournalTicket record_entries(
        std::vector<persistence::EntryRow> entries, std::optional<std::uint64_t> turn = {}
    );

    // Makes the batch that replaces all contents durable, and begins the next turn at the same
    // moment of the journal.
    JournalTicket append_turn(persistence::ChangeBatch batch);

private:
    // With shared regions, every region's tables live in this one.
    static constexpr std::string_view kSharedRegion = "us-east-1";

    // The part of the universe that a catalog sees (universe_regions.cpp).
    class RegionHost;

    std::uint64_t count_request();
    std::shared_ptr<catalog::Catalog> make_catalog(const std::string& region, bool is_live);
    JournalTicket append(persistence::ChangeBatch batch);
    // For run_due_if_needed(). No request overtakes a table transition that was due when the
    // request arrived.
    void catch_up(Instant now);
    void do_due(Instant now) STATOR_REQUIRES(due_mutex_);
    // What of it need not be done before other requests go on; call it without the lock.
    void finish_due(Instant now);
    // Everything that is due besides table transitions.
    void sweep(Instant now);

    // Whether a seed was given, so that all answers can be repeated.
    bool repeats() const { return repeats_.load(std::memory_order_relaxed); }

    // Begins what is due of exports, imports and bulk operations; returns when the next one is
    // (universe_transfers.cpp).
    Instant run_transfers(Instant now);
    void run_export(const transfer::Exports::Due& due);
    void run_import(const transfer::Imports::Due& due);
    // What the import of `due`, which outlives it, writes to the table.
    transfer::ImportSurroundings filling(
        const transfer::Imports::Due& due, const std::shared_ptr<table::Table>& table
    );
    // (universe_filling.cpp)
    void fill(
        const std::shared_ptr<catalog::Catalog>& catalog, const std::shared_ptr<table::Table>& table
    );
    // A turn of a bulk operation (universe_bulk.cpp).
    void run_bulk(const transfer::BulkOperations::Due& due);
    // What the operation of `due`, which outlives it, writes to the table; null when that is gone.
    transfer::BulkSurroundings putting(
        const transfer::BulkOperations::Due& due, const std::shared_ptr<table::Table>& table
    );
    // On the thread for long work, if there is one, and the universe need not wait for it.
    void begin_work(std::function<void()> work);
    // Makes durable what work has written, for nobody waits for it. A universe whose answers can be
    // repeated does its work under the lock of what is due, where nothing is flushed.
    void flush_work() const;
    // Null when the table is gone, or its past forgotten.
    std::shared_ptr<const transfer::ExportSource> source_again(
        const protocol::formats::transfer::ExportDescription& description,
        const std::string& region_name,
        Instant now
    );
    // Deletes expired items; returns the time of the next deletion.
    Instant delete_expired_items(Instant now);
    // Brings the members of global tables what others wrote; returns when the next write arrives.
    Instant deliver_replicated(Instant now, write::DeliveryShare share);
    // Prunes what is due; returns the next time to do so.
    Instant prune_due_history(Instant now);
    // Splits hot partitions, and those of tables that may take more than before; returns the next
    // time to look.
    Instant split_partitions(Instant now);
    // Tells the meters.
    void note_splits(TableNumber table, std::span<const table::PartitionSplit> splits);

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
    stream::AdversitySwitch stream_adversity_;
    vectors::RecallSwitch recall_;
    transactions::TransactionRegister transactions_;
    transactions::TransactionLog transaction_log_;
    SeedRecord seed_record_;
    ClockRecord clock_record_{clock_};
    SnapshotOrigin snapshot_origin_;
    replication::GlobalTables global_tables_;
    transfer::Exports exports_;
    transfer::Imports imports_;
    transfer::BulkOperations bulk_operations_;
    triggers::PositionLog trigger_positions_;
    triggers::MappingRecord trigger_mappings_;
    kinesis::Outbox outbox_;
    stream::ChangeCount stream_changes_;
    // To add one, name it here; nothing else needs to change.
    persistence::DurableSections sections_{
        {&transaction_log_,
         &seed_record_,
         &clock_record_,
         &snapshot_origin_,
         &global_tables_,
         &exports_,
         &imports_,
         &bulk_operations_,
         &trigger_positions_,
         &trigger_mappings_,
         &outbox_}};
    Deadlines deadlines_;
    ReplicaScaling replica_scaling_;
    std::unique_ptr<write::Committer> committer_;
    // Held by the thread that makes table transitions until all of them are made.
    Mutex due_mutex_;
    Mutex regions_mutex_;
    std::atomic<Instant> next_prune_{kBeforeAll};
    mutable SharedMutex mutex_;
    std::map<std::string, std::shared_ptr<catalog::Catalog>, std::less<>> regions_
        STATOR_GUARDED_BY(mutex_);
    bool is_closed_ STATOR_GUARDED_BY(mutex_) = false;
    // Held while a batch is handed to the journal; nothing but the journal's lock comes behind it.
    mutable Mutex turn_mutex_;
    std::uint64_t turn_ STATOR_GUARDED_BY(turn_mutex_) = 1;
    bool records_entries_ STATOR_GUARDED_BY(turn_mutex_) = true;
};

}  // namespace stator::engine::universes
