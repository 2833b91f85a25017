// Backups, point-in-time recovery and restores.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/operations/backups/backups.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"
#include "protocol/operations/backups/restores.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::model::BackupDescription> create_backup(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::CreateBackupRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::model::BackupDescription> describe_backup(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::BackupArnRequest& request
);

protocol::Result<protocol::model::BackupDescription> delete_backup(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::BackupArnRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::operations::backups::ListBackupsReply> list_backups(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::ListBackupsRequest& request
);

protocol::Result<protocol::model::ContinuousBackups> update_continuous_backups(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::UpdateContinuousBackupsRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::model::ContinuousBackups> describe_continuous_backups(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::DescribeContinuousBackupsRequest& request
);

// The backup may be of another region.
protocol::Result<protocol::operations::tables::DescribedTable> restore_table_from_backup(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::RestoreFromBackupRequest& request,
    RequestOutcome& outcome
);

// The source may be the ARN of another region's table.
protocol::Result<protocol::operations::tables::DescribedTable> restore_table_to_point_in_time(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::backups::RestoreToPointInTimeRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations::control
