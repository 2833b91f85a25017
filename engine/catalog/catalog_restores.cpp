// The catalog's part in restores: what is read, and the table that comes of it.
#include <algorithm>
#include <utility>

#include "engine/backup/restorable_window.hpp"
#include "engine/backup/rewinding.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/catalog/table_rows.hpp"
#include "engine/table/change_history.hpp"
#include "engine/table/locked_tables.hpp"
#include "engine/table/table_restoration.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::Result;
using protocol::model::TableDescription;
using protocol::operations::tables::DescribedTable;
using protocol::values::TableStatus;

namespace errors = protocol::errors;

}  // namespace

Result<catalog::RestoreSource> Catalog::backup_to_restore(std::string_view arn) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const backup::Backup* found, find_backup(arn));
    if (is_restoring(found->description.arn)) return errors::backup_feeds_another_restore(arn);
    const auto& recorded = found->description.table;
    return RestoreSource{
        settings_.place,
        found->number,
        found->contents,
        recorded,
        {found->description.arn, recorded.table_arn, found->description.creation_time},
        nullptr};
}

// AWS: the table, then point-in-time recovery, then the time.
// [case RestoreTableToPointInTime/order]
Result<catalog::RestoreSource> Catalog::table_to_restore(
    std::string_view name, std::optional<Instant> time, Instant now
) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(
        const std::string_view plain,
        protocol::model::resolve_table_name(name, scope_, "RestoreTableToPointInTime")
    );
    const Entry* entry = find(plain);
    if (entry == nullptr) return errors::source_table_not_found(plain);
    const auto snapshot = entry->table->snapshot();
    const auto history = entry->table->history();
    if (history == nullptr) return errors::recovery_not_enabled(plain);
    const errors::RestorableWindow window = backup::restorable_window(*history, now);
    const Instant moment = time.value_or(window.latest);
    if (moment < window.earliest || moment > window.latest) {
        return errors::restore_time_outside_window(moment, window);
    }
    return RestoreSource{
        settings_.place,
        entry->table->number(),
        entry->table,
        snapshot->description,
        {"", snapshot->description.table_arn, moment},
        history};
}

Result<void> Catalog::check_target(const std::string& target) const {
    if (const Entry* existing = find(target)) {
        const auto snapshot = existing->table->snapshot();
        const auto& restore = snapshot->description.restore;
        if (restore) {
            return errors::restore_target_being_restored(target, restore->source_backup_arn);
        }
        return errors::restore_target_exists(target);
    }
    const auto restores = std::ranges::count_if(tables_, [](const auto& entry) {
        return entry.second.table->snapshot()->description.restore.has_value();
    });
    if (restores >= protocol::kMaxRestores) return errors::too_many_restores();
    return {};
}

Result<DescribedTable> Catalog::restore_table(
    const RestoreSource& source,
    const std::string& target,
    const protocol::operations::backups::RestoreOverrides& overrides,
    Instant now
) {
    const WriterLock lock(mutex_);
    STATOR_CHECK(host_->check_live());
    STATOR_CHECK(check_target(target));
    const bool is_of_region = source.place == settings_.place;
    // Only a source that cannot be dropped before the batches below may share its rows.
    const auto is_source = [&](const auto& entry) { return entry.second.number == source.number; };
    const auto is_source_table = [&](const auto& entry) {
        return entry.second.table->number() == source.number;
    };
    const bool shares_rows = is_of_region && (std::ranges::any_of(tables_, is_source_table) ||
                                              std::ranges::any_of(backups_.all(), is_source));
    if (!is_of_region && !overrides.encryption) return errors::restored_encryption_required();
    STATOR_TRY(
        table::Restoration restoration,
        table::restored_table(
            source.recorded, overrides, {target, next_table_id(), scope_, source.summary}, now
        )
    );
    const TableDescription description = restoration.table;
    const TableNumber number = host_->next_table_number();
    std::shared_ptr<table::Table> table;
    persistence::ChangeBatch rest;
    {
        const table::LockedTables locks(std::span(&source.contents, 1));
        if (shares_rows && host_->is_durable()) {
            persistence::ChangeBatch copy;
            copy.table_copies.push_back({source.number, number});
            host_->append(std::move(copy));
        }
        table = source.contents->restored(number, description, restoration.origins);
        if (source.history != nullptr) {
            rest.rows = backup::rewind(*table, source.history->items_at(source.summary.date));
        }
    }
    if (host_->is_durable()) {
        if (!shares_rows) {
            rest.rows.clear();
            add_items(*table, number, rest);
        }
        rest.definitions.push_back(
            {number, settings_.place, protocol::model::encode_table_definition(description)}
        );
        last_ticket_.store(host_->append(std::move(rest)));
    }
    add(table, now);
    return DescribedTable{description, table->statistics()};
}

}  // namespace stator::engine::catalog
