// CreateBackup, DescribeBackup, ListBackups, DeleteBackup: requests, replies, and what can be
// checked without a table. decode_* make their checks in DynamoDB's order; encode_* write the
// reply's JSON. Pure functions, values only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::backups {

struct CreateBackupRequest {
    std::string table_name;  // a name or an ARN
    std::string backup_name;
};

// DescribeBackup and DeleteBackup.
struct BackupArnRequest {
    std::string backup_arn;  // of the form of a backup's ARN
};

// The backups that ListBackups shows.
enum class BackupTypeFilter : unsigned char { User, System, AwsBackup, All };

constexpr values::TextsTo<BackupTypeFilter::All> texts_of(BackupTypeFilter) {
    return {"USER", "SYSTEM", "AWS_BACKUP", "ALL"};
}

struct ListBackupsRequest {
    std::optional<std::string> table_name;  // a name or an ARN; absent: every table
    std::int64_t limit = 100;
    std::optional<Instant> from = {};      // TimeRangeLowerBound, inclusive
    std::optional<Instant> to = {};        // TimeRangeUpperBound, exclusive
    std::string exclusive_start_arn = {};  // "" for the first page
    BackupTypeFilter type = BackupTypeFilter::User;
};

struct ListBackupsReply {
    std::vector<model::BackupDescription> backups;
    std::string last_evaluated_arn = {};  // "" on the last page
};

Result<CreateBackupRequest> decode_create_backup(wire::JsonView json);
Result<BackupArnRequest> decode_describe_backup(wire::JsonView json);
Result<BackupArnRequest> decode_delete_backup(wire::JsonView json);
Result<ListBackupsRequest> decode_list_backups(wire::JsonView json);

std::string encode_create_backup(const model::BackupDescription& backup);
// Also the reply of DeleteBackup.
std::string encode_backup_description(const model::BackupDescription& backup);
std::string encode_list_backups(const ListBackupsReply& reply);

// The shapes of these requests.
extern const wire::Shape kCreateBackupShape;
extern const wire::Shape kOneBackupShape;
extern const wire::Shape kListBackupsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_create_backup, encode_create_backup> kCreateBackup{
    control("CreateBackup", Access::Writes), &kCreateBackupShape};
inline constexpr OperationSpec<decode_describe_backup, encode_backup_description> kDescribeBackup{
    control("DescribeBackup", Access::Reads), &kOneBackupShape};
inline constexpr OperationSpec<decode_delete_backup, encode_backup_description> kDeleteBackup{
    control("DeleteBackup", Access::Writes), &kOneBackupShape};
inline constexpr OperationSpec<decode_list_backups, encode_list_backups> kListBackups{
    control("ListBackups", Access::Reads), &kListBackupsShape};

}  // namespace stator::protocol::operations::backups
