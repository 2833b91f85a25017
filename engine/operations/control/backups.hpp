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

protocol::Result<protocol::model::BackupDescription> create_backup(
    const universes::Call& call, const protocol::operations::backups::CreateBackupRequest& request
);

protocol::Result<protocol::model::BackupDescription> describe_backup(
    const universes::Call& call, const protocol::operations::backups::BackupArnRequest& request
);

protocol::Result<protocol::model::BackupDescription> delete_backup(
    const universes::Call& call, const protocol::operations::backups::BackupArnRequest& request
);

protocol::Result<protocol::operations::backups::ListBackupsReply> list_backups(
    const universes::Call& call, const protocol::operations::backups::ListBackupsRequest& request
);

protocol::Result<protocol::model::ContinuousBackups> update_continuous_backups(
    const universes::Call& call,
    const protocol::operations::backups::UpdateContinuousBackupsRequest& request
);

protocol::Result<protocol::model::ContinuousBackups> describe_continuous_backups(
    const universes::Call& call,
    const protocol::operations::backups::DescribeContinuousBackupsRequest& request
);

// The backup may be of another region.
protocol::Result<protocol::operations::tables::DescribedTable> restore_table_from_backup(
    const universes::Call& call,
    const protocol::operations::backups::RestoreFromBackupRequest& request
);

// The source may be the ARN of another region's table.
protocol::Result<protocol::operations::tables::DescribedTable> restore_table_to_point_in_time(
    const universes::Call& call,
    const protocol::operations::backups::RestoreToPointInTimeRequest& request
);

}  // namespace stator::engine::operations::control
