// Messages about backups, point-in-time recovery and restores.
//
// ValidationException unless a comment names another type. Backup operations have their own message
// and type for a table that does not exist.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// TableNotFoundException. AWS: also for a table that is CREATING. [case CreateBackup/table_status]
inline constexpr Text<1> source_table_not_found{
    "Table not found: {table}", ErrorType::TableNotFoundException};
// ContinuousBackupsUnavailableException: during the first seconds after a table's creation.
inline constexpr Text<1> backups_not_enabled_yet{
    "Backups are being enabled for the table: {table}. Please retry later",
    ErrorType::ContinuousBackupsUnavailableException};

// Backups.
inline constexpr Text<0> invalid_backup_arn{"Invalid Backup ARN"};
// A partition, service or region that cannot contain backups.
inline constexpr Text<0> backup_arn_not_valid{"Invalid Request: BackupArn is not valid"};
// AccessDeniedException: a backup of another account.
inline constexpr Text<0> backup_access_denied{"Access is denied", ErrorType::AccessDeniedException};
inline constexpr Text<1> backup_not_found{
    "Backup not found: {arn}", ErrorType::BackupNotFoundException};
// BackupInUseException, while a restore reads the backup: for DeleteBackup, then for a second
// restore.
inline constexpr Text<1> backup_feeds_restore{
    "Backup is being used to restore table: {arn}", ErrorType::BackupInUseException};
inline constexpr Text<1> backup_feeds_another_restore{
    "Backup is being used to restore another table: {arn}", ErrorType::BackupInUseException};
inline constexpr Text<2> system_backup_not_deletable{
    "Invalid Request: User is not allowed to delete the system backup with arn {arn}. It will "
    "automatically expire on {expiry}"};

// ListBackups.
inline constexpr Text<0> time_range_reversed{
    "One or more parameter values were invalid: Time range lower bound must be less than or equal "
    "to upper bound"};
inline constexpr Text<0> start_backup_of_other_region{
    "Invalid Request: The supplied ExclusiveStartBackupArn does not match the region"};

// Point-in-time recovery.
inline constexpr Text<0> recovery_period_while_disabling{
    "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery."};
inline constexpr Text<1> recovery_not_enabled{
    "Point in time recovery is not enabled for table '{table}'",
    ErrorType::PointInTimeRecoveryUnavailableException};

// All three times are in the years 1970 to 9999.
inline constexpr Text<3> restore_time_outside_window{
    "RestoreDateTime '{wanted}' must be within EarliestRestorableDateTime '{earliest}' and "
    "LatestRestorableDateTime '{latest}'",
    ErrorType::InvalidRestoreTimeException};

// Source and time of RestoreTableToPointInTime. If both sources are missing, it uses
// table_name_required() of tables.hpp.
inline constexpr Text<0> restore_source_not_single{
    "Must provide exactly one of: sourceTableArn, sourceTableName"};
inline constexpr Text<0> restore_source_arn_invalid{
    "One or more parameter values were invalid: sourceTableArn is not a valid ARN"};
inline constexpr Text<0> restore_time_required{
    "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, "
    "but not both"};
inline constexpr Text<0> restore_time_not_single{
    "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for "
    "point-in-time restore request. Please specify either RestoreDateTime time or "
    "UseLatestRestorableTime"};

// Target of a restore. For a name of the wrong length, or an absent name.
inline constexpr Text<0> restore_target_name_length{
    "TableName must be at least 3 characters long and at most 255 characters long"};
// TableAlreadyExistsException. AWS: also for a table that is being deleted.
// [case restores/target_status]
inline constexpr Text<1> restore_target_exists{
    "Table already exists: {table}", ErrorType::TableAlreadyExistsException};
inline constexpr Text<2> restore_target_being_restored{
    "Table: {table} is already being restored from backup: {arn}", ErrorType::TableInUseException};
// AWS's text for a point-in-time restore is not known.
inline constexpr Text<1> restore_target_being_recovered{
    "Table: {table} is already being restored", ErrorType::TableInUseException};

// Overrides of a restore.
inline constexpr Text<0> restored_throughput_of_on_demand_table{
    "Invalid Request: Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED"};
inline constexpr Text<0> restored_throughput_with_on_demand{
    "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to "
    "PAY_PER_REQUEST"};
inline constexpr Text<1> restored_index_throughput_with_on_demand{
    "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to "
    "PAY_PER_REQUEST for index {index}"};
inline constexpr Text<0> restored_throughput_required{
    "Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to "
    "PROVISIONED"};
inline constexpr Text<1> restored_index_throughput_required{
    "Invalid Request: Must specify provisioned throughput for index {index}"};
// `member` is MaxReadRequestUnits or MaxWriteRequestUnits.
inline constexpr Text<1> restored_on_demand_of_provisioned{
    "Invalid Request: Cannot override {member} for OnDemandThroughput unless BillingModeOverride "
    "is PAY_PER_REQUEST"};
inline constexpr Text<1> restored_on_demand_out_of_range{
    "Invalid Request: Requested {member} for OnDemandThroughput is outside of valid range"};
inline constexpr Text<1> restored_index_not_recorded{
    "Invalid Request: Index {index} does not match a secondary index that existed in the source "
    "table and cannot be created during the restore operation"};
inline constexpr Text<0> restored_encryption_required{
    "Invalid Request: sseSpecificationOverride must be provided for cross-region restores"};

}  // namespace stator::protocol::errors
