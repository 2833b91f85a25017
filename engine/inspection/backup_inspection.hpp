// The contents of a universe's backups, and the point-in-time recovery histories of its tables. For
// the console and admin API; not used by requests. Returns copies as of the call. Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backup/shelf.hpp"
#include "engine/base/place.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/backup.hpp"

namespace stator::engine::inspection {

struct BackupState {
    Place place;
    model::BackupDescription description;
};

// The backups of all tables, or of those with that name; by region, oldest first.
std::vector<BackupState> inspect_backups(
    universes::Universe& universe, std::string_view table = {}
);

// The number and the size of the backups in all regions.
backup::BackupTotals count_backups(universes::Universe& universe);

// A table's history: the versions that its latest changes replaced.
struct HistoryState {
    Place place;
    std::string table;
    model::ContinuousBackups recovery;
    // Both are 0 if recovery is off. The bytes include those of the images.
    std::uint64_t changes = 0;
    std::uint64_t bytes = 0;
};

// The histories of all tables, or of those with that name; by region and name.
std::vector<HistoryState> inspect_histories(
    universes::Universe& universe, std::string_view table = {}
);

}  // namespace stator::engine::inspection
