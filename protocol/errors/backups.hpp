// Messages about backups, point-in-time recovery and restores.
//
// ValidationException unless a line says otherwise. Tables that a backup operation does not find
// are told in its own words, under a type of their own.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/base/instant.hpp"

namespace stator::protocol::errors {

// TableNotFoundException. AWS: a CREATING table counts as missing. [case CreateBackup/table_status]
ApiError source_table_not_found(std::string_view table);
// ContinuousBackupsUnavailableException: the first seconds of a table's life.
ApiError backups_not_enabled_yet(std::string_view table);

// Backups.
ApiError invalid_backup_arn();
// Partition, service or region that no backup can be in.
ApiError backup_arn_not_valid();
// AccessDeniedException: a backup of another account.
ApiError backup_access_denied();
// BackupNotFoundException.
ApiError backup_not_found(std::string_view arn);
// BackupInUseException: DeleteBackup, then a second restore, while a restore reads the backup.
ApiError backup_feeds_restore(std::string_view arn);
ApiError backup_feeds_another_restore(std::string_view arn);
ApiError system_backup_not_deletable(std::string_view arn, Instant expiry);

// ListBackups.
ApiError time_range_reversed();
ApiError start_backup_of_other_region();

// Point-in-time recovery.
ApiError recovery_period_while_disabling();
// PointInTimeRecoveryUnavailableException.
ApiError recovery_not_enabled(std::string_view table);

// Both ends can be restored to.
struct RestorableWindow {
    Instant earliest;
    Instant latest;
};

// InvalidRestoreTimeException. All three are of the years 1970 to 9999.
ApiError restore_time_outside_window(Instant wanted, RestorableWindow window);

// What RestoreTableToPointInTime restores from, and when. Without any source it says
// table_name_required() of tables.hpp.
ApiError restore_source_not_single();
ApiError restore_source_arn_invalid();
ApiError restore_time_required();
ApiError restore_time_not_single();

// What a restore makes. The name's length, or its absence.
ApiError restore_target_name_length();
// TableAlreadyExistsException. AWS: also for a table that is being deleted.
// [case restores/target_status]
ApiError restore_target_exists(std::string_view table);
// TableInUseException. The text of a point-in-time restore, which has no `backup_arn`, was not
// seen.
ApiError restore_target_being_restored(std::string_view table, std::string_view backup_arn);
// LimitExceededException: fifty at once.
ApiError too_many_restores();

// What a restore overrides; an empty `index` means the table.
ApiError restored_throughput_of_on_demand_table();
ApiError restored_throughput_with_on_demand(std::string_view index);
ApiError restored_throughput_required();
ApiError restored_index_throughput_required(std::string_view index);
// `member` is MaxReadRequestUnits or MaxWriteRequestUnits.
ApiError restored_on_demand_of_provisioned(std::string_view member);
ApiError restored_on_demand_out_of_range(std::string_view member);
ApiError restored_index_not_recorded(std::string_view index);
ApiError restored_encryption_required();

}  // namespace stator::protocol::errors
