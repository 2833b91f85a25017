#include "engine/definition/continuous_backups.hpp"

#include "protocol/errors/backups.hpp"

namespace stator::engine::definition {
namespace {

using model::TableDescription;
using requests::backups::UpdateContinuousBackupsRequest;

constexpr std::int64_t kUsualPeriodDays = 35;

Result<std::optional<TableDescription>> edited(
    const EditedTable& table, const UpdateContinuousBackupsRequest& request
) {
    STATOR_CHECK(check_backup_source(table.description));
    TableDescription next = table.description;
    if (request.enabled) {
        // AWS: enabling it again keeps the earlier start. [case UpdateContinuousBackups/idempotent]
        if (!next.recovery) next.recovery = {table.now, kUsualPeriodDays};
        if (request.recovery_period_days)
            next.recovery->period_days = *request.recovery_period_days;
    } else {
        next.recovery.reset();
    }
    if (next == table.description) return std::optional<TableDescription>();
    return std::optional(std::move(next));
}

}  // namespace

Result<TableTarget> backup_source(
    std::string_view name, std::string_view operation, const model::TableScope& scope
) {
    STATOR_TRY(const std::string_view plain, model::resolve_table_name(name, scope, operation));
    return TableTarget{std::string(plain), errors::source_table_not_found(plain)};
}

Result<void> check_backup_source(const TableDescription& table) {
    if (table.status != values::TableStatus::Creating) return {};
    return errors::source_table_not_found(table.name);
}

TableEdit continuous_backups_edit(const UpdateContinuousBackupsRequest& request) {
    return [request](const EditedTable& table) { return edited(table, request); };
}

}  // namespace stator::engine::definition
