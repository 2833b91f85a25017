// Backups, point-in-time recovery and restores.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/operations/backups/backups.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"
#include "protocol/operations/backups/restores.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

Result<model::BackupDescription> create_backup(
    const universes::Call& call, const requests::backups::CreateBackupRequest& request
);

Result<model::BackupDescription> describe_backup(
    const universes::Call& call, const requests::backups::BackupArnRequest& request
);

Result<model::BackupDescription> delete_backup(
    const universes::Call& call, const requests::backups::BackupArnRequest& request
);

Result<requests::backups::ListBackupsReply> list_backups(
    const universes::Call& call, const requests::backups::ListBackupsRequest& request
);

Result<model::ContinuousBackups> update_continuous_backups(
    const universes::Call& call, const requests::backups::UpdateContinuousBackupsRequest& request
);

Result<model::ContinuousBackups> describe_continuous_backups(
    const universes::Call& call, const requests::backups::DescribeContinuousBackupsRequest& request
);

// The backup may belong to another region.
Result<requests::tables::DescribedTable> restore_table_from_backup(
    const universes::Call& call, const requests::backups::RestoreFromBackupRequest& request
);

// The source may be the ARN of another region's table.
Result<requests::tables::DescribedTable> restore_table_to_point_in_time(
    const universes::Call& call, const requests::backups::RestoreToPointInTimeRequest& request
);

}  // namespace stator::engine::operations::control
