// Decodes requests about backups; backup_encoding.cpp writes the replies.
#include "protocol/operations/backups/backups.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/model/backup_arn.hpp"
#include "protocol/operations/backups/backup_shapes.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/required_table.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::backups {
namespace {

using wire::JsonView;
using wire::Shape;
using wire::ShapeType;

const Shape kBackupName{
    .type = ShapeType::String, .length_min = 3, .length_max = 255, .name_pattern = true};
const Shape kLimit{.type = ShapeType::Integer, .value_min = 1, .value_max = kMaxListedBackups};
const Shape kTypeFilter{.type = ShapeType::String, .enum_set = "[USER, SYSTEM, AWS_BACKUP, ALL]"};

const wire::BoundShape kCreateBackupForm(
    wire::required<&CreateBackupRequest::table_name>(
        "TableName", operations::shapes::kTableNameOrArn
    ),
    wire::required<&CreateBackupRequest::backup_name>("BackupName", kBackupName)
);
const wire::BoundShape kOneBackup(
    wire::required<&BackupArnRequest::backup_arn>("BackupArn", shapes::kBackupArn)
);

const wire::BoundShape kListBackupsForm(
    wire::allowed<&ListBackupsRequest::table_name>(
        "TableName", operations::shapes::kTableNameOrArn
    ),
    wire::allowed<&ListBackupsRequest::limit>("Limit", kLimit),
    wire::allowed<&ListBackupsRequest::from>("TimeRangeLowerBound", operations::shapes::kTimestamp),
    wire::allowed<&ListBackupsRequest::to>("TimeRangeUpperBound", operations::shapes::kTimestamp),
    wire::allowed<&ListBackupsRequest::exclusive_start_arn>(
        "ExclusiveStartBackupArn", shapes::kBackupArn
    ),
    wire::allowed<&ListBackupsRequest::type>("BackupType", kTypeFilter)
);

Result<BackupArnRequest> decode_one_backup(JsonView json) {
    STATOR_TRY(BackupArnRequest request, kOneBackup.decode(json));
    if (!model::split_backup_arn(request.backup_arn)) return errors::invalid_backup_arn();
    return request;
}

}  // namespace

const wire::Shape kCreateBackupShape = kCreateBackupForm.shape();
const wire::Shape kOneBackupShape = kOneBackup.shape();
const wire::Shape kListBackupsShape = kListBackupsForm.shape();

Result<CreateBackupRequest> decode_create_backup(JsonView json) {
    return decode_with_table(json, kCreateBackupForm);
}

Result<BackupArnRequest> decode_describe_backup(JsonView json) {
    return decode_one_backup(json);
}

Result<BackupArnRequest> decode_delete_backup(JsonView json) {
    return decode_one_backup(json);
}

Result<ListBackupsRequest> decode_list_backups(JsonView json) {
    STATOR_TRY(ListBackupsRequest request, kListBackupsForm.decode(json));
    if (request.from && request.to && *request.from > *request.to) {
        return errors::time_range_reversed();
    }
    const std::string& start = request.exclusive_start_arn;
    if (!start.empty() && !model::split_backup_arn(start)) return errors::invalid_backup_arn();
    return request;
}

}  // namespace stator::protocol::operations::backups
