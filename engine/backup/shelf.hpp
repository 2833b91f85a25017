// Shelf: the backups of one region.
//
// A backup is a table that nobody can reach and that never changes: it shares every image with the
// table it was made of, and all copies of a universe share the backup. Not thread-safe: the
// region's catalog guards it.
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
    // Under which the data file has its rows.
    TableNumber number;
    model::BackupDescription description = {};
    std::shared_ptr<const table::Table> contents = nullptr;
    // CREATING before.
    Instant available_at = {};
};

struct BackupTotals {
    std::uint64_t backups = 0;
    std::int64_t bytes = 0;  // of items, as DescribeBackup says it
};

class Shelf {
public:
    void add(Backup backup);

    // When the table's next backup is made: now, but after its others of about now, so that their
    // times say in which order they were made.
    // `table_arn` is the table's.
    Instant next_time(std::string_view table_arn, Instant now) const;

    // Null when there is none.
    const Backup* find(std::string_view arn) const;

    void remove(std::string_view arn);

    // By their ARNs.
    const std::map<std::string, Backup, std::less<>>& all() const { return backups_; }

    // What `contents` has besides: nothing happens to the other shelf.
    void take(Shelf& other);

    // How many there are, and how much they hold.
    BackupTotals totals() const;

    // One page, oldest first. `table` is the plain name that the request means; "" for any.
    requests::backups::ListBackupsReply list(
        const requests::backups::ListBackupsRequest& request, std::string_view table, Instant now
    ) const;

    // When the next backup expires, or kNever.
    Instant next_expiry() const;

    // Removes what has expired; returns the numbers of their rows.
    std::vector<TableNumber> drop_expired(Instant now);

private:
    void forget_expiry(const Backup& backup);

    std::map<std::string, Backup, std::less<>> backups_;
    std::multiset<Instant> expiries_;
};

// As DescribeBackup shows it at that time.
model::BackupDescription shown(const Backup& backup, Instant now);

}  // namespace stator::engine::backup
