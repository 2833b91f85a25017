// UpdateContinuousBackups, and finding the tables of its requests and of backups. Pure functions.
#pragma once

#include <string_view>

#include "engine/definition/table_change.hpp"
#include "protocol/operations/backups/continuous_backups.hpp"

namespace stator::engine::definition {

// Errors: an ARN of another region or account, whose error names `operation`.
Result<TableTarget> backup_source(
    std::string_view name, std::string_view operation, const model::TableScope& scope
);

// Error: the table is CREATING, which counts as missing. AWS: [case CreateBackup/table_status]
Result<void> check_backup_source(const model::TableDescription& table);

// Error: that of check_backup_source().
TableEdit continuous_backups_edit(const requests::backups::UpdateContinuousBackupsRequest& request);

}  // namespace stator::engine::definition
