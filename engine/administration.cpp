#include "engine/administration.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stator::engine {
namespace {

std::vector<Administration::TableState> states_of(const std::vector<universes::Region>& regions) {
    std::vector<Administration::TableState> states;
    for (const universes::Region& region : regions) {
        for (const auto& table : region.catalog->tables()) {
            states.push_back({region.place, table->number(), table->snapshot(), table->statistics()}
            );
        }
    }
    return states;
}

}  // namespace

// History may have to be kept from now on, or need not be any longer.
void Administration::change_lag(const std::function<void(consistency::LagSettings&)>& change) {
    universe_.consistency().change_settings(change);
    universe_.deadlines().note(now());
}

std::vector<consistency::ReplicaReport> Administration::replicas() const {
    return universe_.consistency().report(now());
}

Administration::Lookup Administration::handle_replicas(
    consistency::Consistency::Handling handling, const ReplicaName& name, std::int64_t milliseconds
) {
    const auto table = engine_.find_table(name.table);
    if (table == nullptr) return Lookup::NoTable;
    const auto snapshot = table->snapshot();
    if (!name.index.empty()) {
        const auto* index = snapshot->schema.find_index(name.index);
        if (index == nullptr || !index->global) return Lookup::NoGlobalIndex;
    }
    universe_.consistency().handle(
        handling,
        {table->number(), name.table.universe, snapshot->description.name, name.index},
        name.replica,
        {now(), 0},
        milliseconds
    );
    universe_.deadlines().note(now());
    return Lookup::Found;
}

Administration::ThroughputState Administration::throughput() const {
    capacity::Throughput& throughput = universe_.throughput();
    return {throughput.mode(), throughput.collects_heat(), throughput.fills(now())};
}

capacity::HeatReport Administration::heat() const {
    return universe_.throughput().report(now());
}

std::vector<std::string> Administration::regions(const std::string& universe) const {
    std::vector<std::string> names;
    for (universes::Region& region : engine_.universes().regions(universe)) {
        names.push_back(std::move(region.place.region));
    }
    return names;
}

std::vector<Administration::TableState> Administration::tables() const {
    std::vector<TableState> states;
    for (const auto& universe : engine_.universes().all()) {
        std::ranges::move(states_of(universe->regions()), std::back_inserter(states));
    }
    return states;
}

std::vector<Administration::TableState> Administration::tables(const std::string& universe) const {
    return states_of(engine_.universes().regions(universe));
}

JournalTicket Administration::note_clock() {
    universe_.consistency().restart_clock(now());
    universe_.run_due();
    return engine_.record_clock(universe_);
}

}  // namespace stator::engine
