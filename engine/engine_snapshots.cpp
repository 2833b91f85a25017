// The engine's part in snapshots: data files that contain one universe.
#include <map>
#include <utility>

#include "engine/engine.hpp"
#include "engine/universes/data_loading.hpp"
#include "engine/universes/snapshot_files.hpp"

namespace stator::engine {
namespace {

// The first row id in a data file; in memory, items have no row ids.
constexpr std::uint64_t kFirstRowId = 1;

// The contents of a data file that represents this universe, as its default universe.
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
        "): check the disk, or start with another --snapshots directory."};
}

// A clock that continues from `time` with the setting's rate.
ClockSetting resumed(const std::optional<ClockSetting>& setting, Instant time, Instant real_now) {
    return {false, time, real_now, setting ? setting->scale : 1};
}

}  // namespace

std::optional<persistence::DataFileError> Engine::save_universe(
    const std::string& universe, const SavePlace& place
) {
    StagedUniverse staged;
    {
        const MutexLock lock(universes_mutex_);
        staged = stage_copy(universe, universe, false);
    }
    // Under another name first: a snapshot exists completely or not at all.
    universes::UnfinishedSnapshot unfinished(place.directory);
    if (unfinished.problem()) return not_saved(place.directory, *unfinished.problem());
    auto opened =
        persistence::DataFile::open(unfinished.directory(), persistence::Durability::Commit);
    if (const auto* refusal = std::get_if<persistence::DataFileError>(&opened)) return *refusal;
    unfinished.note_lock();
    auto& file = std::get<std::unique_ptr<persistence::DataFile>>(opened);
    std::unique_ptr<persistence::Journal> journal;
    try {
        journal = file->start_journal();
    } catch (const persistence::UnreadableDataFile& damage) {
        return not_saved(place.directory, damage.what());
    }
    if (!staged.clock->follows) {
        staged.entries.push_back(universes::ClockRecord::row(universe, *staged.clock));
    }
    staged.entries.push_back(
        universes::origin_row({universe, shared_.clock.now(), staged.time, place.version})
    );
    persistence::ChangeBatch batch = contents_of(staged.regions, std::move(staged.entries));
    batch.sequence = staged.last_sequence;
    persistence::append_in_parts(*journal, std::move(batch));
    if (!journal->close()) return not_saved(place.directory, "the disk refuses it");
    journal.reset();  // before the file it writes to
    file.reset();
    if (const auto reason = unfinished.finish(place.overwrites)) {
        return not_saved(place.directory, *reason);
    }
    return std::nullopt;
}

Engine::StagedUniverse Engine::stage_data_file(
    Universe& target, persistence::DataFile& file, RestoredTime time
) {
    StagedUniverse staged;
    std::optional<universes::Origin> origin;
    std::optional<ClockSetting> clock;
    const auto catalog = [&](const Place& stored) -> catalog::Catalog& {
        const Place place{target.name(), stored.region};
        for (const universes::Region& known : staged.regions) {
            if (known.place == place) return *known.catalog;
        }
        staged.regions.push_back({place, target.stage_region(place.region)});
        return *staged.regions.back().catalog;
    };
    const auto entry = [&](persistence::EntryRow row) {
        if (row.section == universes::SnapshotOrigin::kSection) {
            origin = universes::SnapshotOrigin::decode(row);
        } else if (row.section == universes::ClockRecord::kSection) {
            clock = universes::decode_clock(*row.value);
        } else {
            staged.entries.push_back(std::move(row));
        }
    };
    universes::LoadingTarget loading{
        catalog,
        [this](TableNumber) { return shared_.next_table_number(); },
        [this](StreamNumber) { return shared_.next_stream_number(); },
        target.sections(),
        entry,
        target.name(),
        {},
        {}};
    universes::load_entries(file, loading);
    staged.time = target.now();
    if (origin && time == RestoredTime::Resumed) {
        staged.time = origin->time;
        staged.clock = resumed(clock, origin->time, shared_.clock.now());
    }
    if (origin && time == RestoredTime::Shifted) loading.shift_ms = staged.time - origin->time;
    for (persistence::EntryRow& row : staged.entries) {
        if (row.expires_at) *row.expires_at += loading.shift_ms;
    }
    loading.now = [&](const Place&) { return staged.time; };
    universes::load_tables(file, loading);
    staged.last_sequence = file.last_sequence();
    for (const universes::Region& region : staged.regions) {
        region.catalog->finish_restoring(staged.time);
    }
    return staged;
}

std::variant<inspection::FrozenTables, persistence::DataFileError> Engine::read_tables(
    const std::string& directory
) {
    auto opened = persistence::DataFile::open_existing(directory, persistence::Durability::Commit);
    if (auto* refusal = std::get_if<persistence::DataFileError>(&opened))
        return std::move(*refusal);
    auto& file = std::get<std::unique_ptr<persistence::DataFile>>(opened);
    const MutexLock lock(universes_mutex_);
    try {
        return inspection::freeze_tables(
            stage_data_file(default_universe(), *file, RestoredTime::Kept).regions
        );
    } catch (const persistence::UnreadableDataFile& damage) {
        return damage.error();
    }
}

// Requests to the universe do not wait for the rows: only definitions are journaled under its
// locks.
void Engine::write_ahead(StagedUniverse& staged) {
    if (journal_ == nullptr) return;
    persistence::ChangeBatch rows;
    rows.sequence = staged.last_sequence;
    for (const universes::Region& region : staged.regions) region.catalog->add_rows(rows);
    persistence::write_ahead(*journal_, std::move(rows));
    staged.recorded = catalog::Recorded::Rows;
}

std::variant<JournalTicket, persistence::DataFileError> Engine::restore_universe(
    const std::string& name, const std::string& directory, RestoredTime time
) {
    auto opened = persistence::DataFile::open_existing(directory, persistence::Durability::Commit);
    if (auto* refusal = std::get_if<persistence::DataFileError>(&opened))
        return std::move(*refusal);
    auto& file = std::get<std::unique_ptr<persistence::DataFile>>(opened);
    const MutexLock lock(universes_mutex_);
    const bool is_new = !universes_.exists(name);
    const auto target = universe_to_replace(name);
    try {
        StagedUniverse staged = stage_data_file(*target, *file, time);
        write_ahead(staged);
        return replace_universe(name, std::move(staged));
    } catch (const persistence::UnreadableDataFile& damage) {
        if (is_new) delete_universe(target);
        return damage.error();
    }
}

}  // namespace stator::engine
