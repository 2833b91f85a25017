// Administration: the interface of the admin API, metrics and reports to a universe and its engine.
// Returns figures as values, and exposes no object that requests use.
//
// Names are those of the engine: "" is the default universe. Cheap to copy; refers to both objects.
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/engine.hpp"

namespace stator::engine {

class Administration {
public:
    Administration(Engine& engine, Universe& universe) : engine_(engine), universe_(universe) {}

    // The universe's time.
    Instant now() const { return universe_.now(); }

    const std::string& name() const { return universe_.name(); }

    const std::string& account() const { return universe_.settings().account; }

    // ---- Eventually consistent reads ----

    consistency::LagSettings lag() const { return universe_.consistency().settings(); }

    // Changes the current settings in one step.
    void change_lag(const std::function<void(consistency::LagSettings&)>& change);

    std::vector<consistency::ReplicaReport> replicas() const;

    // The replica of a table (index ""), of a global index or of a vector index. Without a number:
    // all replicas. Without a partition and a key: those of all partitions.
    struct ReplicaName {
        Engine::TableName table;
        std::string index = {};
        consistency::ReplicaSet::Which replica = {};
        std::optional<PartitionId> partition = {};
        // Contains the source's partition key, and selects its partition. A vector index has only
        // one partition.
        values::ItemImagePtr key = {};
    };

    // NoIndex: the index does not exist, or has no partitions of its own.
    enum class Lookup : unsigned char { Found, NoTable, NoIndex, NoPartition, NoKey };

    // No effect unless the source exists. `milliseconds` is the time to advance.
    Lookup handle_replicas(
        consistency::Consistency::Handling handling,
        const ReplicaName& name,
        std::int64_t milliseconds
    );

    // ---- Replication between regions ----

    replication::LinkSettings links() const { return universe_.global_tables().links().settings(); }

    // Changes the current settings in one step, and delivers the writes that are due with them.
    void change_links(const std::function<void(replication::LinkSettings&)>& change);

    // ---- Throughput and heat ----

    struct ThroughputState {
        capacity::ThrottleMode mode = capacity::ThrottleMode::Off;
        bool collects_heat = false;
        std::vector<capacity::SourceFill> sources;
    };

    ThroughputState throughput() const;

    void set_throttling(capacity::ThrottleMode mode) { universe_.throughput().set_mode(mode); }

    void collect_heat(bool collects) { universe_.throughput().set_heat(collects); }

    capacity::HeatReport heat() const;

    void forget_heat() { universe_.throughput().forget_heat(); }

    // The number of partitions of a table (index "") or a global index.
    struct PartitionCount {
        Place place;
        std::string table;
        std::string index;
        std::size_t partitions = 0;
    };

    // By region, table and index.
    std::vector<PartitionCount> partitions() const;

    struct SplitOutcome {
        Lookup lookup = Lookup::NoTable;
        JournalTicket journal_ticket = {};
    };

    // Splits partitions of the universe's table, or of its index, until it has `count` or more. The
    // table keeps at least that number, including after a restart. No effect if it has that number.
    SplitOutcome split_partitions(
        const Engine::TableName& name, const std::string& index, std::size_t count
    );

    // ---- Streams ----

    stream::Adversity stream_adversity() const {
        return universe_.switches().stream_adversity.adversity();
    }

    // The share of matches that a search of a vector index finds; 1 is exact.
    double recall() const { return universe_.switches().recall.recall().share; }

    void set_recall(double share) { universe_.switches().recall.set_share(share); }

    void set_stream_adversity(const stream::Adversity& adversity) {
        universe_.switches().stream_adversity.set(adversity);
    }

    // ---- Point-in-time recovery ----

    // The memory of all tables' histories in the process, and its limit: 0 means no limit.
    struct HistoryMemory {
        std::uint64_t used_bytes = 0;
        std::uint64_t limit_bytes = 0;
        // Changes that were discarded because of the limit.
        std::uint64_t forgotten_changes = 0;
    };

    HistoryMemory history_memory() const;

    // ---- Universes and tables ----

    std::vector<std::string> universes() const { return engine_.universes().names(); }

    bool has_universe(const std::string& name) const { return engine_.universes().exists(name); }

    // The seed that was given to a universe. nullopt if it has none, or does not exist.
    std::optional<std::uint64_t> seed(const std::string& universe) const;

    // The regions of a universe that have been used, sorted by name.
    std::vector<std::string> regions(const std::string& universe) const;

    // The current state of a table.
    struct TableState {
        Place place;
        TableNumber number;
        std::shared_ptr<const table::TableSnapshot> snapshot;
        model::TableStatistics statistics;
    };

    // The tables of all universes, sorted by place and name.
    std::vector<TableState> tables() const;
    std::vector<TableState> tables(const std::string& universe) const;

    // The number of the universe's commits that changed data.
    std::uint64_t commits() const { return universe_.consistency().last_sequence().value; }

    // ---- Time ----

    // Call when the universe's clock has been set: runs the due work and records the setting in the
    // data file. Returns the journal's ticket.
    JournalTicket note_clock();

private:
    Engine& engine_;
    Universe& universe_;
};

}  // namespace stator::engine
