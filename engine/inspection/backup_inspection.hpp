// What the backups of a universe hold, and what its tables' point-in-time recovery remembers. For
// people who look inside; no request needs it. Figures are values as of the call. Thread-safe.
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

// Of all tables, or of those with that name; region by region, the oldest first.
std::vector<BackupState> inspect_backups(
    universes::Universe& universe, std::string_view table = {}
);

// Of all regions, without a look at any of them.
backup::BackupTotals count_backups(universes::Universe& universe);

// A table's history: what each of its latest changes replaced.
struct HistoryState {
    Place place;
    std::string table;
    model::ContinuousBackups recovery;
    // Both 0 while recovery is off. The bytes are those of the images too.
    std::uint64_t changes = 0;
    std::uint64_t bytes = 0;
};

// Of all tables, or of those with that name; by region and name.
std::vector<HistoryState> inspect_histories(
    universes::Universe& universe, std::string_view table = {}
);

}  // namespace stator::engine::inspection
