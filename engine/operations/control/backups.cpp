#include "engine/operations/control/backups.hpp"

#include "engine/backup/continuous_backups.hpp"
#include "engine/definition/continuous_backups.hpp"
#include "engine/operations/control/table_changes.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/tables.hpp"

namespace stator::engine::operations::control {
namespace {

using model::BackupDescription;
using model::ContinuousBackups;
using requests::tables::DescribedTable;

// The catalog of the region in an ARN. Null if that region is unused.
std::shared_ptr<catalog::Catalog> catalog_of_arn(
    const universes::Universe& universe, std::string_view arn
) {
    const std::string_view wanted = model::region_of_arn(arn);
    for (const universes::Region& region : universe.regions()) {
        if (region.place.region == wanted) return region.catalog;
    }
    return nullptr;
}

bool is_of_other_region(const catalog::Catalog& catalog, std::string_view arn) {
    return model::region_of_arn(arn) != catalog.place().region;
}

Result<catalog::RestoreSource> source_of(
    const universes::Call& call, const requests::backups::RestoreToPointInTimeRequest& request
) {
    catalog::Catalog& own = call.catalog();
    const std::string& source = request.source_table;
    if (!request.is_source_arn) return own.table_to_restore(source, request.time, call.now());
    const auto parts = model::split_arn(source);
    if (!parts) return errors::restore_source_arn_invalid();
    if (parts->account != own.scope().account) return errors::resource_of_other_account();
    const std::string name(model::table_of_resource(parts->resource));
    if (!is_of_other_region(own, source)) {
        return own.table_to_restore(name, request.time, call.now());
    }
    const auto other = catalog_of_arn(call.universe, source);
    if (other == nullptr) return errors::source_table_not_found(name);
    return other->table_to_restore(name, request.time, call.now());
}

}  // namespace

Result<BackupDescription> create_backup(
    const universes::Call& call, const requests::backups::CreateBackupRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(BackupDescription backup, catalog.create_backup(request, call.now()));
    note_change(call, catalog);
    return backup;
}

Result<BackupDescription> describe_backup(
    const universes::Call& call, const requests::backups::BackupArnRequest& request
) {
    return call.catalog().describe_backup(request.backup_arn, call.now());
}

Result<BackupDescription> delete_backup(
    const universes::Call& call, const requests::backups::BackupArnRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(BackupDescription backup, catalog.delete_backup(request.backup_arn, call.now()));
    note_change(call, catalog);
    return backup;
}

Result<requests::backups::ListBackupsReply> list_backups(
    const universes::Call& call, const requests::backups::ListBackupsRequest& request
) {
    return call.catalog().list_backups(request, call.now());
}

Result<ContinuousBackups> update_continuous_backups(
    const universes::Call& call, const requests::backups::UpdateContinuousBackupsRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    constexpr std::string_view kOperation = "UpdateContinuousBackups";
    STATOR_TRY(
        const definition::TableTarget target,
        definition::backup_source(request.table_name, kOperation, catalog.scope())
    );
    STATOR_CHECK(catalog.apply({target, definition::continuous_backups_edit(request)}, call.now()));
    note_change(call, catalog);
    STATOR_TRY(const auto table, catalog.look_up(target));
    return backup::continuous_backups(*table, call.now());
}

Result<ContinuousBackups> describe_continuous_backups(
    const universes::Call& call, const requests::backups::DescribeContinuousBackupsRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    constexpr std::string_view kOperation = "DescribeContinuousBackups";
    STATOR_TRY(
        const definition::TableTarget target,
        definition::backup_source(request.table_name, kOperation, catalog.scope())
    );
    STATOR_TRY(const auto table, catalog.look_up(target));
    STATOR_CHECK(definition::check_backup_source(table->snapshot()->description));
    return backup::continuous_backups(*table, call.now());
}

Result<DescribedTable> restore_table_from_backup(
    const universes::Call& call, const requests::backups::RestoreFromBackupRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    const auto other = is_of_other_region(catalog, request.backup_arn)
                           ? catalog_of_arn(call.universe, request.backup_arn)
                           : nullptr;
    const catalog::Catalog& shelf = other != nullptr ? *other : catalog;
    STATOR_TRY(const catalog::RestoreSource source, shelf.backup_to_restore(request.backup_arn));
    STATOR_TRY(
        DescribedTable table,
        catalog.restore_table(source, {request.target_table_name, request.overrides}, call.now())
    );
    note_change(call, catalog);
    return table;
}

Result<DescribedTable> restore_table_to_point_in_time(
    const universes::Call& call, const requests::backups::RestoreToPointInTimeRequest& request
) {
    STATOR_TRY(const catalog::RestoreSource source, source_of(call, request));
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(
        DescribedTable table,
        catalog.restore_table(source, {request.target_table_name, request.overrides}, call.now())
    );
    note_change(call, catalog);
    return table;
}

}  // namespace stator::engine::operations::control
