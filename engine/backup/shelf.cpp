#include "engine/backup/shelf.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace stator::engine::backup {
namespace {

using protocol::model::BackupDescription;
using protocol::model::BackupStatus;
using protocol::model::BackupType;
using protocol::operations::backups::BackupTypeFilter;
using protocol::operations::backups::ListBackupsReply;
using protocol::operations::backups::ListBackupsRequest;

// "{time}-{bits}" of a backup's ARN, whatever its table.
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
    std::string arn = backup.description.arn;
    backups_.insert_or_assign(std::move(arn), std::move(backup));
}

Instant Shelf::next_time(std::string_view table, Instant now) const {
    // A clock that was set back further than that is taken at its word.
    constexpr std::int64_t kAboutNowMs = 1'000;
    Instant next = now;
    for (const auto& [arn, backup] : backups_) {
        const Instant made = backup.description.creation_time;
        const bool is_of_now = made >= now && made - now < kAboutNowMs;
        if (is_of_now && backup.description.table.name == table) next = std::max(next, made + 1);
    }
    return next;
}

const Backup* Shelf::find(std::string_view arn) const {
    const auto found = backups_.find(arn);
    return found == backups_.end() ? nullptr : &found->second;
}

void Shelf::remove(std::string_view arn) {
    const auto found = backups_.find(arn);
    if (found != backups_.end()) backups_.erase(found);
}

void Shelf::take(Shelf& other) {
    backups_ = std::move(other.backups_);
    other.backups_.clear();
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
    Instant next = kNever;
    for (const auto& [arn, backup] : backups_) {
        next = std::min(next, backup.description.expiry.value_or(kNever));
    }
    return next;
}

std::vector<TableNumber> Shelf::drop_expired(Instant now) {
    std::vector<TableNumber> dropped;
    std::erase_if(backups_, [&](const auto& entry) {
        const Backup& backup = entry.second;
        const bool has_expired = backup.description.expiry.value_or(kNever) <= now;
        if (has_expired) dropped.push_back(backup.number);
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
