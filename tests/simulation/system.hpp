// System: the engine under test, below HTTP. The simulation controls its clock and its disk.
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

// The answer of an operation.
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

    // Does the pending work of this world, then the request.
    Answer run(const Request& request, const std::string& region = kHomeRegion) const;

    std::int64_t now_ms() const;

    // The records of the table that are queued for its Kinesis data stream.
    engine::kinesis::OutgoingBatch waiting_for_kinesis(std::size_t table) const;
    // Marks these records as sent.
    void forget_sent(const engine::kinesis::OutgoingBatch& batch) const;

    engine::Universe& universe() const;

private:
    System* system_;
    std::string name_;
};

class System {
public:
    // Creates the tables. Persistent data is in a separate temporary directory.
    explicit System(const SystemOptions& options);
    ~System();
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    Answer run(const Request& request, const std::string& region = kHomeRegion) {
        return world().run(request, region);
    }

    // Does the pending work, as every request does first.
    void run_due() { universe().run_due_if_needed(); }

    void advance(std::int64_t milliseconds) { clock_.advance(milliseconds); }

    std::int64_t now_ms() const { return clock_.now().unix_ms(); }

    // Splits a partition of the table and of each of its global indexes.
    void split(std::size_t table, std::uint64_t hash);

    // Ends every change of the table's status that is in progress, in all regions. The table may be
    // missing.
    void complete_changes(const std::string& table);

    std::shared_ptr<engine::table::Table> table(std::size_t table);

    engine::Universe& universe() { return world().universe(); }

    // Marks all records queued for Kinesis data streams as sent.
    void send_to_kinesis();

    // The bucket that exports are written to.
    using Buckets = testing::MemoryStore;
    static constexpr const char* kBucket = "bucket";

    Buckets& buckets() { return *buckets_; }

    engine::faults::WatchedContext context() { return context_of(world()); }

    // ---- Worlds ----

    // The world of the run.
    World world() { return {*this, current_}; }

    World world(std::string name) { return {*this, std::move(name)}; }

    // The others, in the order of their names.
    std::vector<std::string> worlds_left_behind() const;

    // Copies the world of the run, continues in one of the two, and freezes the clock of the other.
    // Returns the name of the other.
    std::string fork(bool goes_on_in_copy);

    // Removes a world that was left behind.
    void remove_world(const std::string& name);

    // ---- Disk ----

    bool is_persistent() const { return options_.is_persistent; }

    // Null in memory.
    LossyJournal* journal();

    // Closes cleanly and opens again. Persistent only.
    void restart();
    // Loses all unsynced batches but the next `kept`, and opens again. Returns the last ticket that
    // was saved. Persistent only.
    std::uint64_t crash(std::size_t kept);

private:
    friend class World;

    static engine::faults::WatchedContext context_of(const World& world);
    // Names are used again after their worlds have been removed.
    std::string unused_name() const;
    void open();
    // Makes writes of one region appear in the other immediately.
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
