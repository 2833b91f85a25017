// System: the engine under test, below HTTP, with a clock and a disk in the simulation's hands.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "engine/faults/watched_context.hpp"
#include "tests/simulation/lossy_data_file.hpp"
#include "tests/simulation/operations/requests.hpp"
#include "tests/simulation/operations/table_definition.hpp"
#include "tests/support/memory_store.hpp"

namespace stator::simulation {

struct SystemOptions {
    std::int64_t time_to_live_delay_ms = 0;
    std::int64_t table_delay_ms = 0;
    bool is_persistent = false;
    JournalFault journal_fault = JournalFault::None;
    std::uint64_t history_limit_bytes = 0;
};

// What an operation answered.
struct Answer {
    std::string error;                 // the type, "" for success
    std::vector<std::string> reasons;  // codes, of a cancelled transaction
    std::string text;                  // the reply, or the error's message
};

class System;

// One of the system's universes by its name. A value; the system must outlive it.
class World {
public:
    World(System& system, std::string name) : system_(&system), name_(std::move(name)) {}

    const std::string& name() const { return name_; }

    // Does what is due in this world, then the request.
    Answer run(const Request& request, const std::string& region = kHomeRegion) const;

    std::int64_t now_ms() const;

    // The records of the table that wait to be sent to its Kinesis data stream.
    engine::kinesis::OutgoingBatch waiting_for_kinesis(std::size_t table) const;
    // They have been sent.
    void forget_sent(const engine::kinesis::OutgoingBatch& batch) const;

    engine::Universe& universe() const;

private:
    System* system_;
    std::string name_;
};

class System {
public:
    // Creates the tables; what is persistent lies in a temporary directory of its own.
    explicit System(const SystemOptions& options);
    ~System();
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    Answer run(const Request& request, const std::string& region = kHomeRegion) {
        return world().run(request, region);
    }

    // Does what is due now, as every request does first.
    void run_due() { universe().run_due_if_needed(); }

    void advance(std::int64_t milliseconds) { clock_.advance(milliseconds); }

    std::int64_t now_ms() const { return clock_.now().unix_ms(); }

    // Splits a partition of the table and of each of its global indexes.
    void split(std::size_t table, std::uint64_t hash);

    // Ends every change of the table's status that is under way, in all regions; it may be missing.
    void complete_changes(const std::string& table);

    std::shared_ptr<engine::table::Table> table(std::size_t table);

    engine::Universe& universe() { return world().universe(); }

    // Everything that waits for Kinesis data streams has been sent.
    void send_to_kinesis();

    // Where exports are written to.
    using Buckets = testing::MemoryStore;
    static constexpr const char* kBucket = "bucket";

    Buckets& buckets() { return *buckets_; }

    engine::faults::WatchedContext context() { return context_of(world()); }

    // ---- Worlds ----

    // The one that goes on.
    World world() { return {*this, current_}; }

    World world(std::string name) { return {*this, std::move(name)}; }

    // The others, in the order of their names.
    std::vector<std::string> worlds_left_behind() const;

    // Copies the world that goes on, goes on in one of the two, and stops the clock of the other;
    // the name of that one.
    std::string fork(bool goes_on_in_copy);

    // A world that was left behind.
    void remove_world(const std::string& name);

    // ---- Disk ----

    bool is_persistent() const { return options_.is_persistent; }

    // Null in memory.
    LossyJournal* journal();

    // Closes cleanly and opens again. Persistent only.
    void restart();
    // Loses what was not synced but the next `kept` batches, and opens again; the last ticket that
    // was saved. Persistent only.
    std::uint64_t crash(std::size_t kept);

private:
    friend class World;

    static engine::faults::WatchedContext context_of(const World& world);
    // Names are used again once their worlds are gone.
    std::string unused_name() const;
    void open();
    // What is written in one region is in the other at once.
    void connect_regions();

    const SystemOptions options_;
    const std::shared_ptr<Buckets> buckets_ =
        std::make_shared<Buckets>(std::set<std::string>{kBucket});
    std::string directory_;
    engine::ManualClock clock_{engine::Instant(1'750'000'000'000)};
    std::unique_ptr<engine::Engine> engine_;
    std::string current_;  // the default universe at first
    std::set<std::string> worlds_{current_};
};

}  // namespace stator::simulation
