#include "engine/backup/continuous_backups.hpp"

#include "engine/backup/restorable_window.hpp"

namespace stator::engine::backup {

using model::ContinuousBackups;

ContinuousBackups continuous_backups(const table::Table& table, Instant now) {
    ContinuousBackups backups;
    const auto recovery = table.snapshot()->description.recovery;
    const auto history = table.history();
    if (!recovery || history == nullptr) return backups;
    backups.enabled = true;
    backups.recovery_period_days = recovery->period_days;
    const RestorableWindow window = restorable_window(*history, now);
    backups.earliest_restorable = window.earliest;
    backups.latest_restorable = window.latest;
    return backups;
}

}  // namespace stator::engine::backup
