// The catalog's part in restores: finds the source and creates the new table.
#include <algorithm>
#include <utility>

#include "engine/backup/restorable_window.hpp"
#include "engine/backup/rewinding.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/catalog/table_rows.hpp"
#include "engine/definition/table_restoration.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/locked_tables.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::catalog {
namespace {

using model::TableDescription;
using requests::tables::DescribedTable;
using values::TableStatus;

}  // namespace

Result<catalog::RestoreSource> Catalog::backup_to_restore(std::string_view arn) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const backup::Backup* found, find_backup(arn));
    if (is_restoring(found->description.arn)) return errors::backup_feeds_another_restore(arn);
    const auto& recorded = found->description.table;
    return RestoreSource{
        settings_.place,
        host_->turn(),
        found->number,
        found->contents,
        recorded,
        {found->description.arn, recorded.table_arn, found->description.creation_time},
        nullptr};
}

// AWS: checks the table, then point-in-time recovery, then the time.
// [case RestoreTableToPointInTime/order]
Result<catalog::RestoreSource> Catalog::table_to_restore(
    std::string_view name, std::optional<Instant> time, Instant now
) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(
        const std::string_view plain,
        model::resolve_table_name(name, scope_, "RestoreTableToPointInTime")
    );
    const Entry* entry = find(plain);
    if (entry == nullptr) return errors::source_table_not_found(plain);
    const auto snapshot = entry->table->snapshot();
    const auto history = entry->table->history();
    if (history == nullptr) return errors::recovery_not_enabled(plain);
    const backup::RestorableWindow window = backup::restorable_window(*history, now);
    const Instant moment = time.value_or(window.latest);
    if (moment < window.earliest || moment > window.latest) {
        return errors::restore_time_outside_window(moment, window.earliest, window.latest);
    }
    return RestoreSource{
        settings_.place,
        host_->turn(),
        entry->table->number(),
        entry->table,
        snapshot->description,
        {"", snapshot->description.table_arn, moment},
        history};
}

// A universe that has been reset or replaced since then must not get a table of its former
// contents.
Result<void> Catalog::check_restore(const RestoreSource& source, const std::string& name) const {
    STATOR_CHECK(host_->check_live());
    if (source.turn != host_->turn()) return errors::internal_server_error();
    if (const Entry* existing = find(name)) {
        const auto snapshot = existing->table->snapshot();
        const auto& restore = snapshot->description.restore;
        if (!restore) return errors::restore_target_exists(name);
        const std::string& arn = restore->source_backup_arn;
        if (arn.empty()) return errors::restore_target_being_recovered(name);
        return errors::restore_target_being_restored(name, arn);
    }
    const auto restores = std::ranges::count_if(tables_, [](const auto& entry) {
        return entry.second.table->snapshot()->description.restore.has_value();
    });
    constexpr std::int64_t kMost = protocol::kMaxRestores;
    if (restores >= kMost) return errors::too_many_at_once(kMost, "restore");
    return {};
}

// Rewinding takes time in proportion to the changes since that point in time. It runs between two
// parts that hold the catalog's lock, while the new table is not yet listed.
Result<DescribedTable> Catalog::restore_table(
    const RestoreSource& source, const RestoreTarget& target, Instant now
) {
    STATOR_TRY(UnlistedTable restored, copy_source(source, target, now));
    persistence::ChangeBatch rest;
    if (restored.history != nullptr) {
        rest.rows =
            backup::rewind(*restored.table, restored.history->items_at(source.summary.date));
    }
    const TableNumber number = restored.table->number();
    if (host_->is_durable() && !restored.shares_rows) {
        rest.rows.clear();
        add_items(*restored.table, number, rest);
    }
    const WriterLock lock(mutex_);
    const Result<void> allowed = check_restore(source, target.name);
    if (allowed.has_error()) {
        // The copied rows do not belong to any table.
        if (restored.shares_rows) {
            persistence::ChangeBatch removal;
            removal.definitions.push_back({number, settings_.place, std::nullopt});
            host_->append(std::move(removal));
        }
        return allowed.error();
    }
    const TableDescription description = restored.table->snapshot()->description;
    if (host_->is_durable()) {
        rest.definitions.push_back(
            {number, settings_.place, model::encode_table_definition(description)}
        );
        last_ticket_.store(host_->append(std::move(rest)));
    }
    add(restored.table, now);
    return DescribedTable{description, restored.table->statistics()};
}

Result<UnlistedTable> Catalog::copy_source(
    const RestoreSource& source, const RestoreTarget& target, Instant now
) {
    const WriterLock lock(mutex_);
    STATOR_CHECK(check_restore(source, target.name));
    const bool is_of_region = source.place == settings_.place;
    // Only a source that cannot be dropped before the batch below may share its rows.
    const auto is_source = [&](const auto& entry) { return entry.second.number == source.number; };
    const auto is_source_table = [&](const auto& entry) {
        return entry.second.table->number() == source.number;
    };
    const bool is_there = is_of_region && (std::ranges::any_of(tables_, is_source_table) ||
                                           std::ranges::any_of(backups_.all(), is_source));
    if (!is_of_region && !target.overrides.encryption)
        return errors::restored_encryption_required();
    STATOR_TRY(
        definition::Restoration restoration,
        definition::restored_table(
            source.recorded,
            target.overrides,
            {target.name, next_table_id(), scope_, source.summary},
            now
        )
    );
    const TableNumber number = host_->next_table_number();
    UnlistedTable copy;
    copy.shares_rows = is_there && host_->is_durable();
    const table::LockedTables locks(std::span(&source.contents, 1));
    if (copy.shares_rows) {
        persistence::ChangeBatch batch;
        batch.table_copies.push_back({source.number, number});
        host_->append(std::move(batch));
    }
    copy.table = source.contents->restored(number, restoration.table, restoration.origins);
    if (source.history != nullptr) {
        copy.history = std::make_shared<const storage::ChangeHistory>(*source.history);
    }
    return copy;
}

}  // namespace stator::engine::catalog
