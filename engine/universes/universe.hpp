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
#include "engine/persistence/durable_section.hpp"
#include "engine/transactions/transaction_log.hpp"
#include "engine/transactions/transaction_register.hpp"
#include "engine/universes/shared_services.hpp"
#include "engine/write/committer.hpp"

namespace stator::engine::universes {

// What stays the same for as long as a universe lives.
struct UniverseSettings {
    std::string name = {};     // "" is the default universe
    std::string account = {};  // "123456789012"
    // For every change of a table's or an index's status.
    std::int64_t table_delay_ms = 0;
    // How long an expired item stays before it is deleted.
    std::int64_t time_to_live_delay_ms = 0;
    // One set of tables for all regions, as DynamoDB Local's -sharedDb.
    bool shared_regions = false;
};

// What everything random in a universe derives from.
struct Seeds {
    std::uint64_t chance = 0;       // of lags
    std::uint64_t identifiers = 0;  // of table ids
};

// One region of one universe.
struct Region {
    Place place;
    std::shared_ptr<catalog::Catalog> catalog;
};

class Universe {
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

    // The tables of the request's region, which live as long as the universe.
    catalog::Catalog& catalog(const RequestContext& context) {
        return region(settings_.shared_regions ? kSharedRegion : context.place.region);
    }

    write::Committer& committer() { return *committer_; }

    consistency::Consistency& consistency() { return consistency_; }

    capacity::Throughput& throughput() { return throughput_; }

    const capacity::Throughput& throughput() const { return throughput_; }

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

    // Null in memory.
    persistence::Journal* journal() const { return shared_.journal; }

    // Calls run_due() if something is due, and costs little otherwise. Call it before each request;
    // returns the time to use for the request.
    Instant run_due_if_needed() {
        const Instant time = now();
        if (time >= deadlines_.next()) catch_up(time);
        return time;
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

    // Only before there is any table.
    void reseed(const Seeds& seeds);

    // The same time from now on, and the same settings, as another universe has.
    void take_controls(const Universe& other);

    // ---- Contents ----

    // The region's catalog, which lives as long as the universe. Created on first use.
    catalog::Catalog& region(std::string_view name);

    // In the order of their names.
    std::vector<Region> regions() const;

    // An empty catalog that records nothing until it is adopted by one of this universe's.
    std::shared_ptr<catalog::Catalog> stage_region(const std::string& region);

    // Every durable section of this universe.
    persistence::DurableSections& sections() { return sections_; }

    // Makes changes of a durable section durable and returns the journal's ticket. The section
    // calls it while holding the lock that guards what changed.
    JournalTicket record_entries(std::vector<persistence::EntryRow> entries);

private:
    // With shared regions, every region's tables live in this one.
    static constexpr std::string_view kSharedRegion = "us-east-1";

    // The part of the universe that a catalog sees (universe_regions.cpp).
    class RegionHost;

    std::shared_ptr<catalog::Catalog> make_catalog(const std::string& region, bool is_live);
    JournalTicket append(persistence::ChangeBatch batch);
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

    const UniverseSettings settings_;
    Seeds seeds_;
    SharedServices& shared_;
    VirtualClock clock_;
    consistency::Consistency consistency_;
    capacity::Throughput throughput_;
    transactions::TransactionRegister transactions_;
    transactions::TransactionLog transaction_log_;
    // To add one, name it here; nothing else needs to change.
    persistence::DurableSections sections_{{&transaction_log_}};
    Deadlines deadlines_;
    std::unique_ptr<write::Committer> committer_;
    // Held by the thread that makes table transitions until all of them are made.
    Mutex due_mutex_;
    std::atomic<Instant> next_prune_{kBeforeAll};
    mutable SharedMutex mutex_;
    std::map<std::string, std::shared_ptr<catalog::Catalog>, std::less<>> regions_
        STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::universes
