// Administration: a universe, and the engine around it, as seen by what stands beside requests: the
// admin API, metrics and reports. Figures are returned as values; nothing a request works with is
// exposed.
//
// Names are the engine's own: "" is the default universe. Cheap to copy; refers to both.
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

    // ---- What eventually consistent reads see ----

    consistency::LagSettings lag() const { return universe_.consistency().settings(); }

    // Changes the current settings in one step.
    void change_lag(const std::function<void(consistency::LagSettings&)>& change);

    std::vector<consistency::ReplicaReport> replicas() const;

    // The replica of a table (index ""), of a global index or of a vector index; all replicas when
    // no number is given, those of all partitions when neither a partition nor a key is given.
    struct ReplicaName {
        Engine::TableName table;
        std::string index = {};
        consistency::ReplicaSet::Which replica = {};
        std::optional<PartitionId> partition = {};
        // Has the source's partition key; names the partition that holds it. A vector index has one
        // partition, whatever the key.
        values::ItemImagePtr key = {};
    };

    // NoIndex: none of that name with partitions of its own.
    enum class Lookup : unsigned char { Found, NoTable, NoIndex, NoPartition, NoKey };

    // Does nothing unless the source exists. `milliseconds` is how far to advance.
    Lookup handle_replicas(
        consistency::Consistency::Handling handling,
        const ReplicaName& name,
        std::int64_t milliseconds
    );

    // ---- Replication between regions ----

    replication::LinkSettings links() const { return universe_.global_tables().links().settings(); }

    // Changes the current settings in one step; what is due by them is delivered.
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

    // How many partitions a table (index "") or a global index has.
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

    // Splits partitions of the universe's table, or of its index, until there are `count`; the
    // table has as many from then on, after a restart too. Does nothing when there are as many.
    SplitOutcome split_partitions(
        const Engine::TableName& name, const std::string& index, std::size_t count
    );

    // ---- Streams ----

    stream::Adversity stream_adversity() const {
        return universe_.switches().stream_adversity.adversity();
    }

    // The share of what a search of a vector index should find that it finds; 1 is exact.
    double recall() const { return universe_.switches().recall.recall().share; }

    void set_recall(double share) { universe_.switches().recall.set_share(share); }

    void set_stream_adversity(const stream::Adversity& adversity) {
        universe_.switches().stream_adversity.set(adversity);
    }

    // ---- Point-in-time recovery ----

    // What the histories of all tables of the process take together, and may take: 0 for any.
    struct HistoryMemory {
        std::uint64_t used_bytes = 0;
        std::uint64_t limit_bytes = 0;
        // Changes that were forgotten for want of room.
        std::uint64_t forgotten_changes = 0;
    };

    HistoryMemory history_memory() const;

    // ---- Universes and tables ----

    std::vector<std::string> universes() const { return engine_.universes().names(); }

    bool has_universe(const std::string& name) const { return engine_.universes().exists(name); }

    // The seed that was given to a universe; none when it has none, or does not exist.
    std::optional<std::uint64_t> seed(const std::string& universe) const;

    // The regions of a universe in which anything has been done, in name order.
    std::vector<std::string> regions(const std::string& universe) const;

    // A table as it is now.
    struct TableState {
        Place place;
        TableNumber number;
        std::shared_ptr<const table::TableSnapshot> snapshot;
        model::TableStatistics statistics;
    };

    // Of all universes, ordered by place and name.
    std::vector<TableState> tables() const;
    std::vector<TableState> tables(const std::string& universe) const;

    // The universe's commits that changed something.
    std::uint64_t commits() const { return universe_.consistency().last_sequence().value; }

    // ---- Time ----

    // The universe's clock has been set: carries out what is due and records the setting in the
    // data file. Returns the journal's ticket.
    JournalTicket note_clock();

private:
    Engine& engine_;
    Universe& universe_;
};

}  // namespace stator::engine
