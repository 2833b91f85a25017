#include "protocol/errors/backups.hpp"

#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError about(ErrorType type, std::string_view text, std::string_view subject) {
    return {type, std::string(text).append(subject)};
}

}  // namespace

ApiError source_table_not_found(std::string_view table) {
    return about(ErrorType::TableNotFoundException, "Table not found: ", table);
}

ApiError backups_not_enabled_yet(std::string_view table) {
    std::string message = "Backups are being enabled for the table: ";
    message.append(table).append(". Please retry later");
    return {ErrorType::ContinuousBackupsUnavailableException, std::move(message)};
}

ApiError invalid_backup_arn() {
    return validation("Invalid Backup ARN");
}

ApiError backup_arn_not_valid() {
    return invalid_request("BackupArn is not valid");
}

ApiError backup_access_denied() {
    return {ErrorType::AccessDeniedException, "Access is denied"};
}

ApiError backup_not_found(std::string_view arn) {
    return about(ErrorType::BackupNotFoundException, "Backup not found: ", arn);
}

ApiError backup_feeds_restore(std::string_view arn) {
    return about(ErrorType::BackupInUseException, "Backup is being used to restore table: ", arn);
}

ApiError backup_feeds_another_restore(std::string_view arn) {
    return about(
        ErrorType::BackupInUseException, "Backup is being used to restore another table: ", arn
    );
}

ApiError system_backup_not_deletable(std::string_view arn, Instant expiry) {
    std::string text = "User is not allowed to delete the system backup with arn ";
    text.append(arn).append(". It will automatically expire on ").append(moment_text(expiry));
    return invalid_request(text);
}

ApiError time_range_reversed() {
    return invalid_parameter("Time range lower bound must be less than or equal to upper bound");
}

ApiError start_backup_of_other_region() {
    return invalid_request("The supplied ExclusiveStartBackupArn does not match the region");
}

ApiError recovery_period_while_disabling() {
    return invalid_request(
        "Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery."
    );
}

ApiError recovery_not_enabled(std::string_view table) {
    std::string message = "Point in time recovery is not enabled for table '";
    message.append(table).append("'");
    return {ErrorType::PointInTimeRecoveryUnavailableException, std::move(message)};
}

ApiError restore_time_outside_window(Instant wanted, RestorableWindow window) {
    std::string message = "RestoreDateTime '";
    message.append(moment_text(wanted)).append("' must be within EarliestRestorableDateTime '");
    message.append(moment_text(window.earliest)).append("' and LatestRestorableDateTime '");
    message.append(moment_text(window.latest)).append("'");
    return {ErrorType::InvalidRestoreTimeException, std::move(message)};
}

ApiError restore_source_not_single() {
    return validation("Must provide exactly one of: sourceTableArn, sourceTableName");
}

ApiError restore_source_arn_invalid() {
    return invalid_parameter("sourceTableArn is not a valid ARN");
}

ApiError restore_time_required() {
    return invalid_request(
        "Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both"
    );
}

ApiError restore_time_not_single() {
    return invalid_request(
        "Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore "
        "request. Please specify either RestoreDateTime time or UseLatestRestorableTime"
    );
}

ApiError restore_target_name_length() {
    return validation("TableName must be at least 3 characters long and at most 255 characters long"
    );
}

ApiError restore_target_exists(std::string_view table) {
    return about(ErrorType::TableAlreadyExistsException, "Table already exists: ", table);
}

ApiError restore_target_being_restored(std::string_view table, std::string_view backup_arn) {
    std::string message = "Table: ";
    message.append(table).append(" is already being restored");
    if (!backup_arn.empty()) message.append(" from backup: ").append(backup_arn);
    return {ErrorType::TableInUseException, std::move(message)};
}

ApiError too_many_restores() {
    std::string message = "Subscriber limit exceeded: Only " + std::to_string(kMaxRestores);
    message.append(" restore operations can be done simultaneously");
    return {ErrorType::LimitExceededException, std::move(message)};
}

ApiError restored_throughput_of_on_demand_table() {
    return invalid_request("Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED"
    );
}

ApiError restored_throughput_with_on_demand(std::string_view index) {
    std::string text =
        "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST";
    if (!index.empty()) text.append(" for index ").append(index);
    return invalid_request(text);
}

ApiError restored_throughput_required() {
    return invalid_request(
        "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED"
    );
}

ApiError restored_index_throughput_required(std::string_view index) {
    return invalid_request(
        std::string("Must specify provisioned throughput for index ").append(index)
    );
}

ApiError restored_on_demand_of_provisioned(std::string_view member) {
    std::string text = "Cannot override ";
    text.append(member).append(
        " for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST"
    );
    return invalid_request(text);
}

ApiError restored_on_demand_out_of_range(std::string_view member) {
    std::string text = "Requested ";
    text.append(member).append(" for OnDemandThroughput is outside of valid range");
    return invalid_request(text);
}

ApiError restored_index_not_recorded(std::string_view index) {
    std::string text = "Index ";
    text.append(index).append(
        " does not match a secondary index that existed in the source table and cannot be created "
        "during the restore operation"
    );
    return invalid_request(text);
}

ApiError restored_encryption_required() {
    return invalid_request("sseSpecificationOverride must be provided for cross-region restores");
}

}  // namespace stator::protocol::errors
