#include "tests/simulation/backup_steps.hpp"

#include <algorithm>
#include <utility>

#include "tests/simulation/backup_comparison.hpp"
#include "tests/simulation/export_steps.hpp"
#include "tests/simulation/operations/backup_requests.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

constexpr std::size_t kMostBackups = 8;

std::optional<Difference> difference_to_success(const Answer& answer) {
    if (answer.error.empty()) return std::nullopt;
    return Difference{"answer", answer.error + " (" + answer.text + "), expected success"};
}

// One of the moments in the window.
std::int64_t chosen_moment(
    const MomentRestore& restore, const RestorableWindow& window, const ExpectedRecovery& recovery
) {
    const auto is_before = [](const ExpectedChange& change, std::int64_t time_ms) {
        return change.time_ms < time_ms;
    };
    const auto& changes = recovery.changes;
    const auto first =
        std::lower_bound(changes.begin(), changes.end(), window.earliest_ms, is_before);
    const auto last = std::lower_bound(first, changes.end(), window.latest_ms + 1, is_before);
    const auto count = static_cast<std::uint64_t>(last - first);
    if (restore.is_near_change && count != 0) {
        const auto change = first + static_cast<std::ptrdiff_t>(restore.choice % count);
        const auto beside = static_cast<std::int64_t>(restore.choice / count % 3) - 1;
        return std::clamp(change->time_ms + beside, window.earliest_ms, window.latest_ms);
    }
    const auto width = static_cast<std::uint64_t>(window.latest_ms - window.earliest_ms) + 1;
    return window.earliest_ms + static_cast<std::int64_t>(restore.choice % width);
}

}  // namespace

std::optional<Difference> BackupSteps::run(const BackupCreation& creation) {
    if (model_.backups().size() >= kMostBackups) return std::nullopt;
    const Answer answer = system_.run(create_backup(creation.table));
    if (auto difference = difference_to_success(answer)) return difference;
    rapidjson::Document reply;
    reply.Parse(answer.text.data(), answer.text.size());
    model_.add_backup(creation.table, reply["BackupDetails"]["BackupArn"].GetString());
    return std::nullopt;
}

std::optional<Difference> BackupSteps::run(const BackupDeletion& deletion) {
    if (model_.backups().empty()) return std::nullopt;
    const std::size_t backup = deletion.backup % model_.backups().size();
    const Answer answer = system_.run(delete_backup(model_.backups()[backup].arn));
    model_.remove_backup(backup);
    return difference_to_success(answer);
}

std::optional<Difference> BackupSteps::run(const BackupRestore& restore) {
    if (model_.backups().empty()) return std::nullopt;
    const auto& backup = model_.backups()[restore.backup % model_.backups().size()];
    return this->restore(restore_backup(backup.arn), backup.contents, restore.page_items);
}

std::optional<Difference> BackupSteps::run(const RecoveryChange& change) {
    const Answer answer = system_.run(change_recovery(change));
    model_.apply(change);
    return difference_to_success(answer);
}

std::optional<Difference> BackupSteps::run(const MomentRestore& restore) {
    const auto window = restorable_window(system_.world(), restore.table);
    const auto& recovery = model_.table(restore.table).recovery;
    if (!window || !recovery) {
        const Answer answer = system_.run(restore_moment(restore.table, system_.now_ms()));
        if (answer.error == "PointInTimeRecoveryUnavailableException") return std::nullopt;
        return Difference{"answer", answer.error + " (" + answer.text + ") without recovery"};
    }
    const std::int64_t moment_ms = chosen_moment(restore, *window, *recovery);
    ExportSteps exports(system_, model_);
    if (auto difference = exports.run(restore.table, window->earliest_ms, moment_ms)) {
        return difference;
    }
    return this->restore(
        restore_moment(restore.table, moment_ms),
        model_.contents_at(restore.table, moment_ms),
        restore.page_items
    );
}

std::optional<Difference> BackupSteps::restore(
    const Request& request, ExpectedContents contents, std::size_t page_items
) {
    if (model_.restored()) {
        const Answer answer = system_.run(delete_restored_table());
        if (auto difference = difference_to_success(answer)) return difference;
        system_.complete_changes(kRestoredTable);
        model_.set_restored(std::nullopt);
    }
    if (auto difference = difference_to_success(system_.run(request))) return difference;
    system_.complete_changes(kRestoredTable);
    model_.set_restored(std::move(contents));
    if (auto difference = compare_restored(system_.world(), model_, page_items)) return difference;
    if (model_.restored()->items.empty()) return std::nullopt;
    const Key key = model_.restored()->items.begin()->first;
    const Answer answer = system_.run(delete_restored_item(key));
    model_.remove_restored_item(key);
    return difference_to_success(answer);
}

}  // namespace stator::simulation
