// The engine's part in universes: copying and clearing.
#include <algorithm>
#include <functional>
#include <utility>

#include "engine/engine.hpp"
#include "engine/universes/universe_copy.hpp"

namespace stator::engine {
namespace {

// Replaces all of a universe's catalogs with staged ones, and its durable entries.
JournalTicket adopt_staged(
    Universe& universe,
    const std::vector<catalog::Catalog::Adoption>& adoptions,
    catalog::Recorded recorded,
    catalog::Afterwards afterwards,
    const catalog::EntryReplacement& entries
) {
    const MutexLock replacement(universe.triggers().positions.replacement());
    // Even without tables, entries of deleted tables may exist.
    if (adoptions.empty()) {
        persistence::ChangeBatch batch;
        batch.entries = entries.begin();
        const JournalTicket ticket = universe.recorder().begin_turn(std::move(batch));
        entries.finish(ticket);
        return ticket;
    }
    return catalog::Catalog::adopt(adoptions, recorded, afterwards, universe.now(), entries);
}

}  // namespace

std::shared_ptr<table::Table> Engine::find_table(const TableName& name) const {
    for (const universes::Region& region : universes_.regions(name.universe)) {
        if (name.region && *name.region != region.place.region) continue;
        for (auto& table : region.catalog->tables()) {
            if (table->snapshot()->description.name == name.name) return table;
        }
    }
    return nullptr;
}

std::optional<Place> Engine::find_elsewhere(
    std::string_view table, Universe& universe, const RequestContext& context
) const {
    const catalog::Catalog& asked = universe.catalog(context);
    if (asked.find_table(table) != nullptr) return std::nullopt;
    std::vector<universes::Region> regions = universe.regions();
    for (const std::string& name : universes_.names()) {
        if (name == universe.name()) continue;
        for (universes::Region& region : universes_.regions(name)) {
            regions.push_back(std::move(region));
        }
    }
    for (const universes::Region& region : regions) {
        if (region.catalog->find_table(table) != nullptr) return region.place;
    }
    return std::nullopt;
}

Engine::StagedUniverse Engine::stage_copy(
    const std::string& from, const std::string& to, bool is_recorded
) {
    const auto original = universe(from);
    const auto copy = universe(to);
    StagedUniverse staged;
    std::vector<universes::CatalogCopy> copies;
    for (const universes::Region& region : original->regions()) {
        const Place place{to, region.place.region};
        staged.regions.push_back({place, copy->stage_region(place.region)});
        copies.push_back({*region.catalog, *staged.regions.back().catalog});
    }
    const auto while_held = [&] {
        staged.entries = original->sections().contents(from);
        staged.last_sequence = original->consistency().last_sequence();
        staged.time = original->now();
        staged.clock = original->clock().setting();
    };
    const auto record = [&](persistence::ChangeBatch made) {
        if (journal_ == nullptr || !is_recorded) return;
        made.sequence = staged.last_sequence;
        journal_->append(std::move(made));
        staged.recorded = catalog::Recorded::Rows;
    };
    universes::copy_catalogs(copies, {while_held, original->now(), record});
    return staged;
}

std::shared_ptr<Universe> Engine::universe_to_replace(const std::string& name) {
    return universes_.find(name, [this](const std::string& to) {
        return make_universe(to, false);
    });
}

std::shared_ptr<Universe> Engine::add_universe(const std::string& name) {
    return universes_.add(name, [this](const std::string& to) { return make_universe(to, false); });
}

JournalTicket Engine::copy_universe(const std::string& from, const std::string& to) {
    const MutexLock lock(universes_mutex_);
    const auto copy = universe_to_replace(to);
    StagedUniverse staged = stage_copy(from, to, true);
    staged.seed = universe(from)->recorded_seed();
    copy->take_controls(*universe(from));
    return replace_universe(to, std::move(staged));
}

JournalTicket Engine::reset_universe(const std::string& universe, const Beginning& beginning) {
    using universes::Seeds;
    const MutexLock lock(universes_mutex_);
    const auto target = universes_.find(universe);
    StagedUniverse nothing;
    nothing.seeds = beginning.seed ? Seeds::of(*beginning.seed) : target->seeds().again();
    nothing.at = beginning.at;
    nothing.seed = beginning.seed;
    return replace_universe(universe, std::move(nothing));
}

JournalTicket Engine::clear_universe(const std::string& universe, bool forget) {
    const MutexLock lock(universes_mutex_);
    if (!forget || universe.empty()) return replace_universe(universe, {});
    const auto gone = universes_.find_existing(universe);
    return gone == nullptr ? JournalTicket() : delete_universe(gone);
}

// The name stays in use until the journal has the universe's last batch, so that a new universe of
// that name begins after it.
JournalTicket Engine::delete_universe(const std::shared_ptr<Universe>& universe) {
    std::vector<std::shared_ptr<catalog::Catalog>> staged;
    std::vector<catalog::Catalog::Adoption> adoptions;
    for (const universes::Region& region : universe->close()) {
        staged.push_back(universe->stage_region(region.place.region));
        adoptions.push_back({*region.catalog, *staged.back()});
    }
    const auto forget_entries = [&] { return universe->sections().replace(universe->name(), {}); };
    const auto finish = [&](JournalTicket ticket) {
        universe->sections().finish_replacing(ticket);
    };
    const JournalTicket ticket = adopt_staged(
        *universe,
        adoptions,
        catalog::Recorded::Nothing,
        catalog::Afterwards::Retires,
        {forget_entries, finish}
    );
    universes_.remove(universe);
    return ticket;
}

JournalTicket Engine::replace_universe(const std::string& name, StagedUniverse staged) {
    const auto universe = universes_.find(name);
    if (!staged.seed) staged.seed = universe->recorded_seed();
    for (const universes::Region& region : universe->regions()) {
        const bool is_staged = std::any_of(
            staged.regions.begin(),
            staged.regions.end(),
            [&](const universes::Region& other) { return other.place == region.place; }
        );
        if (!is_staged) {
            staged.regions.push_back({region.place, universe->stage_region(region.place.region)});
        }
    }
    // Before the contents, because some of them expire by the clock.
    if (staged.clock) {
        universe->clock().restore(*staged.clock);
        universe->consistency().restart_clock(universe->now());
    }
    // Streams number their records by commits.
    universe->consistency().reserve_sequence(staged.last_sequence);
    std::vector<catalog::Catalog::Adoption> adoptions;
    for (const universes::Region& region : staged.regions) {
        adoptions.push_back({universe->region(region.place.region), *region.catalog});
    }
    const auto entries = universe->replacement(std::move(staged.entries), staged.seed);
    const auto while_held = [&] {
        if (staged.seeds) universe->restart(*staged.seeds, staged.at);
        return entries.begin();
    };
    using Afterwards = catalog::Afterwards;
    const JournalTicket ticket = adopt_staged(
        *universe,
        adoptions,
        staged.recorded,
        staged.seeds ? Afterwards::StartsOver : Afterwards::GoesOn,
        {while_held, entries.finish}
    );
    // Makes the next run find pending work and expiring items in the new contents.
    universe->deadlines().note(universe->now());
    return ticket;
}

}  // namespace stator::engine
