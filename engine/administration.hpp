// Administration: the engine as seen by what stands beside its requests: the admin API, metrics and
// reports. Figures are returned as values; nothing a request works with is exposed.
//
// Names are the engine's own: "" is the default universe. Cheap to copy; refers to the engine.
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/engine.hpp"

namespace stator::engine {

class Administration {
public:
    explicit Administration(Engine& engine) : engine_(engine) {}

    Instant now() const { return engine_.now(); }

    // ---- What eventually consistent reads see ----

    consistency::LagSettings lag() const { return engine_.consistency().settings(); }

    // Changes the current settings in one step.
    void change_lag(const std::function<void(consistency::LagSettings&)>& change);

    std::vector<consistency::ReplicaReport> replicas() const;

    // The replica of a table (index "") or of a global index; all replicas when no number is given.
    struct ReplicaName {
        Engine::TableName table;
        std::string index;
        consistency::ReplicaSet::Which replica;
    };

    enum class Lookup : unsigned char { Found, NoTable, NoGlobalIndex };

    // Does nothing unless the source exists. `milliseconds` is how far to advance.
    Lookup handle_replicas(
        consistency::Consistency::Handling handling,
        const ReplicaName& name,
        std::int64_t milliseconds
    );

    // ---- Throughput and heat ----

    struct ThroughputState {
        capacity::ThrottleMode mode = capacity::ThrottleMode::Off;
        bool collects_heat = false;
        std::vector<capacity::SourceFill> sources;
    };

    ThroughputState throughput() const;

    void set_throttling(capacity::ThrottleMode mode) { engine_.throughput().set_mode(mode); }

    void collect_heat(bool collects) { engine_.throughput().set_heat(collects); }

    capacity::HeatReport heat() const;

    void forget_heat() { engine_.throughput().forget_heat(); }

    // ---- Universes and tables ----

    std::vector<std::string> universes() const { return engine_.universes().names(); }

    bool has_universe(const std::string& name) const { return engine_.universes().exists(name); }

    // Takes the name; false when a universe of that name exists already.
    bool add_universe(const std::string& name) { return engine_.universes().add(name); }

    // The regions in which anything has been done, in name order.
    std::vector<std::string> regions(const std::string& universe) const;

    // A table as it is now.
    struct TableState {
        Place place;
        TableNumber number;
        std::shared_ptr<const table::TableSnapshot> snapshot;
        protocol::model::TableStatistics statistics;
    };

    // Ordered by place and name.
    std::vector<TableState> tables() const;
    std::vector<TableState> tables(const std::string& universe) const;

    // Commits that changed something.
    std::uint64_t commits() const { return engine_.last_sequence().value; }

    // ---- Time ----

    // The engine's clock has been set: carries out what is due and records the setting in the data
    // file. Returns the journal's ticket.
    JournalTicket note_clock(const ClockSetting& setting);

private:
    Engine& engine_;
};

}  // namespace stator::engine
