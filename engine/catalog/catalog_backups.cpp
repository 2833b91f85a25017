// The catalog's part in backups and in point-in-time recovery.
#include <algorithm>
#include <utility>

#include "engine/backup/restorable_window.hpp"
#include "engine/base/seeded_random.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/definition/continuous_backups.hpp"
#include "engine/definition/table_restoration.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/table/locked_tables.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/model/backup_arn.hpp"
#include "protocol/model/backup_definition.hpp"

namespace stator::engine::catalog {
namespace {

using model::BackupDescription;
using model::BackupStatus;
using model::BackupType;
using model::ContinuousBackups;
using model::TableDescription;
using requests::backups::ListBackupsReply;
using values::TableStatus;

constexpr std::int64_t kDayMs = 24LL * 3'600'000;

// A table as stored in a backup: its items never expire, and no client sees its status.
TableDescription sealed(TableDescription table) {
    table.time_to_live_attribute.clear();
    table.recovery.reset();
    return table;
}

}  // namespace

Result<BackupDescription> Catalog::create_backup(
    const requests::backups::CreateBackupRequest& request, Instant now
) {
    STATOR_TRY(
        const definition::TableTarget source,
        definition::backup_source(request.table_name, "CreateBackup", scope_)
    );
    const WriterLock lock(mutex_);
    const Entry* const entry = find(source.name);
    if (entry == nullptr) return source.missing;
    STATOR_CHECK(definition::check_backup_source(entry->table->snapshot()->description));
    BackupDescription description;
    description.name = request.backup_name;
    const std::uint64_t bits = mix(host_->identifier_seed(), ++backups_made_);
    const auto mark = static_cast<std::uint32_t>(bits);
    description = make_backup(entry->table, std::move(description), mark, now).description;
    description.status = BackupStatus::Creating;
    return description;
}

const backup::Backup& Catalog::make_backup(
    const std::shared_ptr<const table::Table>& table,
    BackupDescription description,
    std::uint32_t mark,
    Instant now
) {
    description.table = table->snapshot()->description;
    // AWS: [case policies/restored_table]
    description.table.policies = {};
    description.table.insights.clear();
    description.table.kinesis_destinations.clear();
    // AWS: no two backups have the same creation time, which orders and identifies them.
    description.creation_time = backups_.next_time(description.table.table_arn, now);
    description.arn =
        model::backup_arn(description.table.table_arn, description.creation_time, mark);
    const std::string arn = description.arn;
    description.content = table->statistics().table;
    description.size_bytes = description.content.bytes;
    backup::Backup backup{host_->next_table_number()};
    persistence::ChangeBatch batch;
    if (host_->is_durable()) {
        batch.table_copies.push_back({table->number(), backup.number});
        batch.definitions.push_back(
            {backup.number, settings_.place, model::encode_backup_definition(description), true}
        );
    }
    const bool is_immediate = description.type == BackupType::System;
    backup.available_at = is_immediate ? now : now + settings_.delays.table_ms;
    {
        const table::LockedTables locks(std::span(&table, 1));
        backup.contents = host_->background().released_last(table->restored(
            backup.number, sealed(description.table), definition::same_indexes(description.table)
        ));
        // Under the locks, so that the rows are from this moment.
        if (host_->is_durable()) last_ticket_.store(host_->append(std::move(batch)));
    }
    backup.description = std::move(description);
    backups_.add(std::move(backup));
    refresh_deadline();
    return *backups_.find(arn);
}

// AWS: the ARN has no random part, and the backup is available immediately.
// [case backups/system_backup]
void Catalog::make_system_backup(const std::shared_ptr<const table::Table>& table, Instant now) {
    const auto snapshot = table->snapshot();
    BackupDescription description;
    description.name = snapshot->description.name + "$DeletedTableBackup";
    description.type = BackupType::System;
    description.expiry = now + protocol::kSystemBackupLifeMs;
    make_backup(table, std::move(description), 0, now);
}

// AWS: regardless of the region in the ARN. [case DescribeBackup/foreign_arns]
Result<const backup::Backup*> Catalog::find_backup(std::string_view arn) const {
    STATOR_TRY(const model::BackupArnParts parts, model::resolve_backup_arn(arn, scope_));
    std::string own_arn = model::table_arn(scope_, parts.table_name);
    own_arn.append("/backup/").append(parts.id);
    const backup::Backup* const found = backups_.find(own_arn);
    if (found == nullptr) return errors::backup_not_found(arn);
    return found;
}

Result<BackupDescription> Catalog::describe_backup(std::string_view arn, Instant now) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const backup::Backup* found, find_backup(arn));
    return backup::shown(*found, now);
}

std::shared_ptr<const table::Table> Catalog::backup_contents(std::string_view arn) const {
    const ReaderLock lock(mutex_);
    const auto found = find_backup(arn);
    return found ? (*found)->contents : nullptr;
}

bool Catalog::is_restoring(std::string_view backup_arn) const {
    return std::ranges::any_of(tables_, [&](const auto& entry) {
        const auto snapshot = entry.second.table->snapshot();
        const auto& restore = snapshot->description.restore;
        return restore && restore->source_backup_arn == backup_arn;
    });
}

Result<BackupDescription> Catalog::delete_backup(std::string_view arn, Instant now) {
    const WriterLock lock(mutex_);
    STATOR_TRY(const backup::Backup* found, find_backup(arn));
    if (found->description.type == BackupType::System) {
        return errors::system_backup_not_deletable(arn, found->description.expiry.value_or(now));
    }
    BackupDescription deleted = found->description;
    if (is_restoring(deleted.arn)) return errors::backup_feeds_restore(arn);
    deleted.status = BackupStatus::Deleted;
    record(found->number, nullptr);
    backups_.remove(deleted.arn);
    refresh_deadline();
    return deleted;
}

Result<ListBackupsReply> Catalog::list_backups(
    const requests::backups::ListBackupsRequest& request, Instant now
) const {
    std::string_view table;
    if (request.table_name) {
        STATOR_TRY(table, model::resolve_table_name(*request.table_name, scope_, "ListBackups"));
    }
    const std::string_view start = request.exclusive_start_arn;
    if (!start.empty() && model::region_of_arn(start) != scope_.region) {
        return errors::start_backup_of_other_region();
    }
    const ReaderLock lock(mutex_);
    return backups_.list(request, table, now);
}

backup::BackupTotals Catalog::backup_totals() const {
    const ReaderLock lock(mutex_);
    return backups_.totals();
}

void Catalog::drop_expired_backups(Instant now) {
    if (backups_.next_expiry() > now) return;
    for (const TableNumber number : backups_.drop_expired(now)) record(number, nullptr);
}

void Catalog::follow_history(table::Table& table, const TableDescription& description) {
    if (!description.recovery) return;
    const auto present = table.history();
    const std::int64_t period_ms = description.recovery->period_days * kDayMs;
    if (present != nullptr) return present->set_period(period_ms);
    table.keep_history(std::make_shared<storage::ChangeHistory>(
        host_->history_limit(), description.recovery->since, period_ms
    ));
}

std::shared_ptr<table::Table> Catalog::restore_backup(
    TableNumber number, BackupDescription description
) {
    const WriterLock lock(mutex_);
    ++backups_made_;
    own_arn(description.arn);
    own_arns(description.table);
    auto contents = host_->background().released_last(
        std::make_shared<table::Table>(number, sealed(description.table))
    );
    backup::Backup backup{number};
    backup.description = std::move(description);
    backup.contents = contents;
    backups_.add(std::move(backup));
    refresh_deadline();
    return contents;
}

}  // namespace stator::engine::catalog
