// UpdateContinuousBackups, and the tables that it and backups can be asked for. Pure functions.
#pragma once

#include <string_view>

#include "engine/definition/table_change.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"

namespace stator::engine::definition {

// Errors: an ARN of another region or account, whose error names `operation`.
protocol::Result<TableTarget> backup_source(
    std::string_view name, std::string_view operation, const protocol::model::TableScope& scope
);

// Error: the table is CREATING, which counts as missing. AWS: [case CreateBackup/table_status]
protocol::Result<void> check_backup_source(const protocol::model::TableDescription& table);

// Error: as check_backup_source().
TableEdit continuous_backups_edit(
    const protocol::operations::backups::UpdateContinuousBackupsRequest& request
);

}  // namespace stator::engine::definition
