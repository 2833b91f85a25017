#include "engine/backup/shelf.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/model/backup_arn.hpp"

namespace stator::engine::backup {
namespace {

using model::BackupDescription;
using model::BackupStatus;
using model::BackupType;
using requests::backups::BackupTypeFilter;
using requests::backups::ListBackupsReply;
using requests::backups::ListBackupsRequest;

// "{time}-{bits}" of a backup's ARN, regardless of its table.
std::string_view id_of(std::string_view arn) {
    return arn.substr(arn.rfind('/') + 1);
}

bool is_of_type(const BackupDescription& backup, BackupTypeFilter filter) {
    switch (filter) {
        case BackupTypeFilter::User: return backup.type == BackupType::User;
        case BackupTypeFilter::System: return backup.type == BackupType::System;
        case BackupTypeFilter::AwsBackup: return false;
        case BackupTypeFilter::All: return true;
    }
    return false;
}

bool is_wanted(
    const BackupDescription& backup, const ListBackupsRequest& request, std::string_view table
) {
    return (table.empty() || backup.table.name == table) && is_of_type(backup, request.type) &&
           (!request.from || backup.creation_time >= *request.from) &&
           (!request.to || backup.creation_time < *request.to);
}

}  // namespace

void Shelf::add(Backup backup) {
    remove(backup.description.arn);
    if (backup.description.expiry) expiries_.insert(*backup.description.expiry);
    std::string arn = backup.description.arn;
    backups_.emplace(std::move(arn), std::move(backup));
}

// The ARNs of a table's backups are ordered by creation time.
Instant Shelf::next_time(std::string_view table_arn, Instant now) const {
    // If the clock was set back by more than this, its new time is used.
    constexpr std::int64_t kAboutNowMs = 1'000;
    Instant next = now;
    const std::string end = model::backup_arn(table_arn, now + kAboutNowMs, 0);
    auto position = backups_.lower_bound(model::backup_arn(table_arn, now, 0));
    for (; position != backups_.end() && position->first < end; ++position) {
        next = std::max(next, position->second.description.creation_time + 1);
    }
    return next;
}

const Backup* Shelf::find(std::string_view arn) const {
    const auto found = backups_.find(arn);
    return found == backups_.end() ? nullptr : &found->second;
}

void Shelf::remove(std::string_view arn) {
    const auto found = backups_.find(arn);
    if (found == backups_.end()) return;
    forget_expiry(found->second);
    backups_.erase(found);
}

void Shelf::forget_expiry(const Backup& backup) {
    if (!backup.description.expiry) return;
    expiries_.erase(expiries_.find(*backup.description.expiry));
}

void Shelf::take(Shelf& other) {
    backups_ = std::exchange(other.backups_, {});
    expiries_ = std::exchange(other.expiries_, {});
}

BackupTotals Shelf::totals() const {
    BackupTotals totals{backups_.size()};
    for (const auto& [arn, backup] : backups_) totals.bytes += backup.description.size_bytes;
    return totals;
}

ListBackupsReply Shelf::list(const ListBackupsRequest& request, std::string_view table, Instant now)
    const {
    std::vector<const Backup*> wanted;
    for (const auto& [arn, backup] : backups_) {
        const bool is_past =
            request.exclusive_start_arn.empty() || id_of(arn) > id_of(request.exclusive_start_arn);
        if (is_past && is_wanted(backup.description, request, table)) wanted.push_back(&backup);
    }
    std::ranges::sort(wanted, {}, [](const Backup* backup) {
        return id_of(backup->description.arn);
    });
    ListBackupsReply reply;
    const auto limit = static_cast<std::size_t>(request.limit);
    for (const Backup* const backup : wanted) {
        if (reply.backups.size() == limit) {
            reply.last_evaluated_arn = reply.backups.back().arn;
            break;
        }
        reply.backups.push_back(shown(*backup, now));
    }
    return reply;
}

Instant Shelf::next_expiry() const {
    return expiries_.empty() ? kNever : *expiries_.begin();
}

std::vector<TableNumber> Shelf::drop_expired(Instant now) {
    std::vector<TableNumber> dropped;
    std::erase_if(backups_, [&](const auto& entry) {
        const Backup& backup = entry.second;
        const bool has_expired = backup.description.expiry.value_or(kNever) <= now;
        if (has_expired) {
            forget_expiry(backup);
            dropped.push_back(backup.number);
        }
        return has_expired;
    });
    return dropped;
}

BackupDescription shown(const Backup& backup, Instant now) {
    BackupDescription description = backup.description;
    description.status =
        now < backup.available_at ? BackupStatus::Creating : BackupStatus::Available;
    return description;
}

}  // namespace stator::engine::backup
