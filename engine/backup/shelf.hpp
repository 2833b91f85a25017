// Shelf: the backups of one region.
//
// A backup is an unreachable table that never changes: it shares every image with its original
// table, and all copies of a universe share the backup. Not thread-safe: the region's catalog
// guards it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/table/table.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/operations/backups/backups.hpp"

namespace stator::engine::backup {

struct Backup {
    // The number of its rows in the data file.
    TableNumber number;
    model::BackupDescription description = {};
    std::shared_ptr<const table::Table> contents = nullptr;
    // The status is CREATING until then.
    Instant available_at = {};
};

struct BackupTotals {
    std::uint64_t backups = 0;
    std::int64_t bytes = 0;  // of items, as in DescribeBackup
};

class Shelf {
public:
    void add(Backup backup);

    // The creation time of the table's next backup: `now`, or just after its other recent backups,
    // so that the times reflect the order of creation.
    Instant next_time(std::string_view table_arn, Instant now) const;

    // Null if the backup does not exist.
    const Backup* find(std::string_view arn) const;

    void remove(std::string_view arn);

    // By ARN.
    const std::map<std::string, Backup, std::less<>>& all() const { return backups_; }

    // Replaces the contents with those of `other`, which is empty afterwards.
    void take(Shelf& other);

    // The number of backups, and the size of their items.
    BackupTotals totals() const;

    // One page, oldest first. `table` is the plain name of the requested table; "" for any.
    requests::backups::ListBackupsReply list(
        const requests::backups::ListBackupsRequest& request, std::string_view table, Instant now
    ) const;

    // The next expiry of a backup, or kNever.
    Instant next_expiry() const;

    // Removes expired backups. Returns the numbers of their rows.
    std::vector<TableNumber> drop_expired(Instant now);

private:
    void forget_expiry(const Backup& backup);

    std::map<std::string, Backup, std::less<>> backups_;
    std::multiset<Instant> expiries_;
};

// The description in DescribeBackup's reply at that time.
model::BackupDescription shown(const Backup& backup, Instant now);

}  // namespace stator::engine::backup
