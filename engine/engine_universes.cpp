// The engine's part in universes: copying, clearing, and data files that hold one.
#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "engine/engine.hpp"
#include "engine/universes/data_loading.hpp"
#include "engine/universes/universe_copy.hpp"

namespace stator::engine {
namespace {

namespace fs = std::filesystem;

// Rows of a data file are numbered from here on; in memory items have no numbers.
constexpr std::uint64_t kFirstRowId = 1;

// What a data file must hold to be this universe, as the default one.
persistence::ChangeBatch contents_of(
    const std::vector<universes::Region>& regions, std::vector<persistence::EntryRow> entries
) {
    persistence::ChangeBatch batch;
    batch.entries = std::move(entries);
    for (const universes::Region& region : regions) region.catalog->add_contents(batch);
    std::map<TableNumber, std::uint64_t> last_rows;
    for (persistence::RowChange& row : batch.rows) {
        const auto first = last_rows.try_emplace(row.table, kFirstRowId).first;
        row.row_id = first->second++;
    }
    for (persistence::DefinitionChange& change : batch.definitions) change.place.universe.clear();
    for (persistence::StreamChange& change : batch.streams) change.place.universe.clear();
    for (persistence::EntryRow& entry : batch.entries) entry.place.universe.clear();
    return batch;
}

persistence::DataFileError not_saved(const std::string& directory, const std::string& reason) {
    return {
        "The snapshot " + directory + " cannot be written (" + reason +
        "): free some disk, or start with another --snapshots directory."};
}

// Replaces catalogs by staged ones, which must be all of the universe's, and its durable entries by
// `entries`.
JournalTicket adopt_staged(
    Universe& universe,
    const std::vector<catalog::Catalog::Adoption>& adoptions,
    catalog::Catalog::Afterwards afterwards,
    std::vector<persistence::EntryRow> entries
) {
    const auto replace_entries = [&] {
        return universe.sections().replace(universe.name(), std::move(entries));
    };
    // Without any table there may still be entries, of tables that were deleted.
    if (adoptions.empty()) return universe.record_entries(replace_entries());
    return catalog::Catalog::adopt(adoptions, afterwards, universe.now(), replace_entries);
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

Engine::StagedUniverse Engine::stage_copy(const std::string& from, const std::string& to) {
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
        staged.last_sequence = original->last_sequence();
    };
    universes::copy_catalogs(copies, {while_held, original->now()});
    return staged;
}

JournalTicket Engine::copy_universe(const std::string& from, const std::string& to) {
    const MutexLock lock(universes_mutex_);
    StagedUniverse staged = stage_copy(from, to);
    universe(to)->take_controls(*universe(from));
    return replace_universe(to, std::move(staged));
}

JournalTicket Engine::clear_universe(const std::string& universe, bool forget) {
    const MutexLock lock(universes_mutex_);
    if (!forget || universe.empty()) return replace_universe(universe, {});
    const auto gone = universes_.find_existing(universe);
    if (gone == nullptr) return {};
    // From here on the name leads to another universe, which knows nothing of this one.
    universes_.remove(universe);
    std::vector<std::shared_ptr<catalog::Catalog>> staged;
    std::vector<catalog::Catalog::Adoption> adoptions;
    for (const universes::Region& region : gone->regions()) {
        staged.push_back(gone->stage_region(region.place.region));
        adoptions.push_back({*region.catalog, *staged.back()});
    }
    return adopt_staged(*gone, adoptions, catalog::Catalog::Afterwards::Retires, {});
}

JournalTicket Engine::replace_universe(const std::string& name, StagedUniverse staged) {
    const auto universe = universes_.find(name);
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
    // Streams number their records by commits.
    universe->consistency().reserve_sequence(staged.last_sequence);
    std::vector<catalog::Catalog::Adoption> adoptions;
    for (const universes::Region& region : staged.regions) {
        adoptions.push_back({universe->region(region.place.region), *region.catalog});
    }
    const JournalTicket ticket = adopt_staged(
        *universe, adoptions, catalog::Catalog::Afterwards::GoesOn, std::move(staged.entries)
    );
    // What is due in them, and what expires, is found by looking.
    universe->deadlines().note(universe->now());
    return ticket;
}

std::optional<persistence::DataFileError> Engine::save_universe(
    const std::string& universe, const std::string& directory
) {
    StagedUniverse staged;
    {
        const MutexLock lock(universes_mutex_);
        staged = stage_copy(universe, universe);
    }
    // Under another name first: a snapshot is there as a whole or not at all.
    const fs::path place(directory);
    const std::string unfinished =
        (place.parent_path() / ("." + place.filename().string() + ".unfinished")).string();
    std::error_code error;
    fs::remove_all(unfinished, error);
    auto opened = persistence::DataFile::open(unfinished, persistence::Durability::Commit);
    if (const auto* refusal = std::get_if<persistence::DataFileError>(&opened)) return *refusal;
    auto& file = std::get<std::unique_ptr<persistence::DataFile>>(opened);
    auto journal = file->start_journal();
    persistence::ChangeBatch batch = contents_of(staged.regions, std::move(staged.entries));
    batch.sequence = staged.last_sequence;
    persistence::append_in_parts(*journal, std::move(batch));
    if (!journal->close()) return not_saved(directory, "the disk refuses it");
    journal.reset();  // before the file it writes to
    file.reset();
    fs::rename(unfinished, directory, error);
    if (error) return not_saved(directory, error.message());
    return std::nullopt;
}

std::variant<JournalTicket, persistence::DataFileError> Engine::restore_universe(
    const std::string& name, const std::string& directory
) {
    auto opened = persistence::DataFile::open(directory, persistence::Durability::Commit);
    if (auto* refusal = std::get_if<persistence::DataFileError>(&opened))
        return std::move(*refusal);
    auto& file = std::get<std::unique_ptr<persistence::DataFile>>(opened);
    const MutexLock lock(universes_mutex_);
    const bool is_new = !universes_.exists(name);
    const auto target = universe(name);
    StagedUniverse staged;
    const auto catalog = [&](const Place& stored) -> catalog::Catalog& {
        const Place place{name, stored.region};
        for (const universes::Region& known : staged.regions) {
            if (known.place == place) return *known.catalog;
        }
        staged.regions.push_back({place, target->stage_region(place.region)});
        return *staged.regions.back().catalog;
    };
    try {
        universes::load_data_file(
            *file,
            {catalog,
             [this](TableNumber) { return shared_.next_table_number(); },
             [this](StreamNumber) { return shared_.next_stream_number(); },
             target->sections(),
             [&](persistence::EntryRow entry) { staged.entries.push_back(std::move(entry)); },
             name,
             target->now(),
             {}}
        );
    } catch (const persistence::UnreadableDataFile& damage) {
        if (is_new) universes_.remove(name);
        return persistence::DataFileError{damage.what()};
    }
    staged.last_sequence = file->last_sequence();
    for (const universes::Region& region : staged.regions) {
        region.catalog->finish_restoring(target->now());
    }
    return replace_universe(name, std::move(staged));
}

}  // namespace stator::engine
