#include "engine/operations/control/tables.hpp"

#include <functional>
#include <utility>

#include "engine/definition/table_update.hpp"
#include "engine/definition/tags.hpp"
#include "engine/definition/time_to_live.hpp"
#include "engine/operations/control/global_tables.hpp"
#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {
namespace {

using requests::settings::Tags;
using requests::tables::DescribedTable;

Result<void> change_tags(
    const universes::Call& call,
    const std::string& arn,
    std::string_view operation,
    std::function<void(Tags& tags)> change
) {
    STATOR_TRY(
        definition::TableTarget target,
        definition::tagged_table(arn, operation, call.catalog().scope())
    );
    const auto changed =
        apply(call, {std::move(target), definition::tags_edit(arn, std::move(change))});
    return changed.has_error() ? Result<void>(changed.error()) : Result<void>();
}

}  // namespace

Result<requests::tables::DescribedTable> create_table(
    const universes::Call& call, const requests::tables::CreateTableRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(
        DescribedTable table,
        catalog.create_table(request, call.now(), call.context.answering_region())
    );
    note_change(call, catalog);
    return table;
}

Result<requests::tables::DescribedTable> update_table(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
) {
    if (!request.replica_actions.empty()) {
        return update_replicas(call, request);
    }
    STATOR_TRY(DescribedTable table, update_everywhere(call, request));
    definition::count_decreases_of_day(table.description, call.now());
    add_replicas(call.universe, call.region(), table);
    return table;
}

Result<requests::tables::DescribedTable> delete_table(
    const universes::Call& call, const requests::tables::TableNameRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(DescribedTable table, catalog.delete_table(request.table_name, call.now()));
    note_change(call, catalog);
    return table;
}

Result<requests::tables::DescribedTable> describe_table(
    const universes::Call& call, const requests::tables::TableNameRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(DescribedTable table, catalog.describe_table(request.table_name));
    definition::count_decreases_of_day(table.description, call.now());
    add_replicas(call.universe, catalog.place().region, table);
    return table;
}

Result<requests::tables::ListTablesReply> list_tables(
    const universes::Call& call, const requests::tables::ListTablesRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    return catalog.list_tables(request);
}

Result<void> tag_resource(
    const universes::Call& call, const requests::settings::TagResourceRequest& request
) {
    return change_tags(call, request.resource_arn, "TagResource", [&](Tags& tags) {
        for (const auto& [key, value] : request.tags) tags.insert_or_assign(key, value);
    });
}

Result<void> untag_resource(
    const universes::Call& call, const requests::settings::UntagResourceRequest& request
) {
    return change_tags(call, request.resource_arn, "UntagResource", [&](Tags& tags) {
        for (const std::string& key : request.tag_keys) tags.erase(key);
    });
}

Result<requests::settings::Tags> list_tags_of_resource(
    const universes::Call& call, const requests::settings::ListTagsRequest& request
) {
    const catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(
        const definition::TableTarget target,
        definition::tagged_table(request.resource_arn, "ListTagsOfResource", catalog.scope())
    );
    STATOR_TRY(const auto table, description_of(catalog, target));
    return definition::tags_of(table, request.resource_arn);
}

Result<void> update_time_to_live(
    const universes::Call& call, const requests::settings::UpdateTimeToLiveRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    const persistence::WholeChange whole(call.universe.journal());  // covers all regions
    STATOR_TRY(
        definition::TableTarget target,
        definition::named_table(request.table_name, "UpdateTimeToLive", catalog.scope())
    );
    STATOR_CHECK(
        catalog.apply({std::move(target), definition::time_to_live_edit(request)}, call.now())
    );
    note_change(call, catalog);
    follow_time_to_live(call, request);
    // Existing items may have expired.
    call.universe.deadlines().note(call.now());
    return {};
}

Result<std::string> describe_time_to_live(
    const universes::Call& call, const requests::settings::DescribeTimeToLiveRequest& request
) {
    STATOR_TRY(
        const auto table, description_of(call.catalog(), request.table_name, "DescribeTimeToLive")
    );
    return definition::time_to_live_attribute(table);
}

}  // namespace stator::engine::operations::control
