// The part of Model about backups, point-in-time recovery and restores.
#include <algorithm>
#include <utility>

#include "tests/simulation/model/model.hpp"

namespace stator::simulation {
namespace {

constexpr std::int64_t kUsualPeriodDays = 35;
constexpr std::int64_t kDayMs = 24LL * 3'600'000;

}  // namespace

std::vector<const IndexDefinition*> ExpectedContents::indexes() const {
    const TableDefinition& definition = table_definitions()[table];
    std::vector<const IndexDefinition*> indexes;
    for (const IndexDefinition& index : definition.local_indexes) indexes.push_back(&index);
    for (const std::size_t index : global_indexes) {
        indexes.push_back(&definition.global_indexes[index]);
    }
    return indexes;
}

void Model::add_backup(std::size_t table, std::string arn) {
    begin_commit();
    backups_.push_back({std::move(arn), contents(table)});
    remember([this] { backups_.pop_back(); });
}

void Model::remove_backup(std::size_t backup) {
    const auto place = static_cast<std::ptrdiff_t>(backup);
    begin_commit();
    remember([this, place, removed = backups_[backup]] {
        backups_.insert(backups_.begin() + place, removed);
    });
    backups_.erase(backups_.begin() + place);
}

void Model::apply(const RecoveryChange& change) {
    std::optional<ExpectedRecovery>& recovery = tables_[change.table].recovery;
    if (!change.enables && !recovery) return;
    begin_commit();
    if (!change.enables) {
        remember([&recovery, before = std::move(recovery)] { recovery = before; });
        recovery.reset();
        return;
    }
    if (!recovery) {
        recovery.emplace();
        recovery->since_ms = now_ms_;
        recovery->period_days = kUsualPeriodDays;
        remember([&recovery] { recovery.reset(); });
    }
    if (change.period_days == 0) return;
    remember([&recovery, days = recovery->period_days, was_short = recovery->has_been_short] {
        recovery->period_days = days;
        recovery->has_been_short = was_short;
    });
    recovery->period_days = change.period_days;
    recovery->has_been_short = true;
}

std::pair<std::int64_t, bool> Model::earliest_ms(const ExpectedRecovery& recovery) const {
    const std::int64_t earliest =
        std::max(recovery.since_ms, now_ms_ - recovery.period_days * kDayMs);
    return {earliest, !limits_recovery_ && !recovery.has_been_short};
}

// A restored table has all indexes that the table has but those that are being deleted.
ExpectedContents Model::contents(std::size_t table) const {
    ExpectedContents contents{table, tables_[table].items, {}};
    const auto& indexes = tables_[table].global_indexes;
    for (std::size_t i = 0; i < indexes.size(); ++i) {
        const IndexStage stage = indexes[i].stage;
        const bool lasts = stage != IndexStage::Absent && stage != IndexStage::Deleting;
        if (lasts) contents.global_indexes.push_back(i);
    }
    return contents;
}

ExpectedContents Model::contents_at(std::size_t table, std::int64_t moment_ms) const {
    ExpectedContents contents = this->contents(table);
    const ExpectedRecovery& recovery = *tables_[table].recovery;
    // Nothing had changed yet when recovery was switched on.
    const bool is_beginning = moment_ms <= recovery.since_ms;
    const auto& changes = recovery.changes;
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
        if (!is_beginning && change->time_ms <= moment_ms) break;
        if (change->before.empty()) {
            contents.items.erase(change->key);
        } else {
            contents.items[change->key] = change->before;
        }
    }
    return contents;
}

void Model::set_restored(std::optional<ExpectedContents> restored) {
    begin_commit();
    remember([this, before = std::move(restored_)] { restored_ = before; });
    restored_ = std::move(restored);
}

void Model::remove_restored_item(const Key& key) {
    begin_commit();
    remember([this, key, item = restored_->items[key]] { restored_->items[key] = item; });
    restored_->items.erase(key);
}

}  // namespace stator::simulation
