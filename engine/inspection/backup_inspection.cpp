#include "engine/inspection/backup_inspection.hpp"

#include <utility>

#include "engine/backup/continuous_backups.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/table.hpp"
#include "protocol/operations/backups/backups.hpp"

namespace stator::engine::inspection {
namespace {

using requests::backups::BackupTypeFilter;
using requests::backups::ListBackupsRequest;

// All backups of one region, page by page.
void add_backups(
    std::vector<BackupState>& states,
    const universes::Region& region,
    std::string_view table,
    Instant now
) {
    ListBackupsRequest request;
    request.type = BackupTypeFilter::All;
    do {
        auto page = region.catalog->list_backups(request, now);
        if (!page) return;
        for (auto& backup : page->backups) {
            if (!table.empty() && backup.table.name != table) continue;
            states.push_back({region.place, std::move(backup)});
        }
        request.exclusive_start_arn = page->last_evaluated_arn;
    } while (!request.exclusive_start_arn.empty());
}

HistoryState history_of(const universes::Region& region, const table::Table& table, Instant now) {
    HistoryState state{region.place, table.snapshot()->description.name, {}, 0, 0};
    state.recovery = backup::continuous_backups(table, now);
    if (const auto history = table.history()) {
        state.changes = history->size();
        state.bytes = history->bytes();
    }
    return state;
}

}  // namespace

std::vector<BackupState> inspect_backups(universes::Universe& universe, std::string_view table) {
    std::vector<BackupState> states;
    const Instant now = universe.run_due_if_needed();
    for (const universes::Region& region : universe.regions()) {
        add_backups(states, region, table, now);
    }
    return states;
}

backup::BackupTotals count_backups(universes::Universe& universe) {
    backup::BackupTotals totals;
    universe.run_due_if_needed();
    for (const universes::Region& region : universe.regions()) {
        const backup::BackupTotals here = region.catalog->backup_totals();
        totals.backups += here.backups;
        totals.bytes += here.bytes;
    }
    return totals;
}

std::vector<HistoryState> inspect_histories(universes::Universe& universe, std::string_view table) {
    std::vector<HistoryState> states;
    const Instant now = universe.run_due_if_needed();
    for (const universes::Region& region : universe.regions()) {
        for (const auto& each : region.catalog->tables()) {
            const bool is_asked_for = table.empty() || each->snapshot()->description.name == table;
            if (is_asked_for) states.push_back(history_of(region, *each, now));
        }
    }
    return states;
}

}  // namespace stator::engine::inspection
