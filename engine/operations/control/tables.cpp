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

using protocol::Result;
using protocol::operations::settings::Tags;
using protocol::operations::tables::DescribedTable;

Result<void> change_tags(
    universes::Universe& universe,
    const RequestContext& context,
    const std::string& arn,
    std::string_view operation,
    RequestOutcome& outcome,
    std::function<void(Tags& tags)> change
) {
    STATOR_TRY(
        definition::TableTarget target,
        definition::tagged_table(arn, operation, universe.catalog(context).scope())
    );
    const auto changed = apply(
        universe,
        context,
        {std::move(target), definition::tags_edit(arn, std::move(change))},
        outcome
    );
    return changed.has_error() ? Result<void>(changed.error()) : Result<void>();
}

}  // namespace

Result<protocol::operations::tables::DescribedTable> create_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::CreateTableRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(
        DescribedTable table, catalog.create_table(request, context.now, context.answering_region())
    );
    note_change(universe, catalog, outcome);
    return table;
}

Result<protocol::operations::tables::DescribedTable> update_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::UpdateTableRequest& request,
    RequestOutcome& outcome
) {
    if (!request.replica_actions.empty()) {
        return update_replicas(universe, context, request, outcome);
    }
    STATOR_TRY(DescribedTable table, update_everywhere(universe, context, request, outcome));
    definition::count_decreases_of_day(table.description, context.now);
    add_replicas(universe, universe.region_name(context), table);
    return table;
}

Result<protocol::operations::tables::DescribedTable> delete_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(DescribedTable table, catalog.delete_table(request.table_name, context.now));
    note_change(universe, catalog, outcome);
    return table;
}

Result<protocol::operations::tables::DescribedTable> describe_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(DescribedTable table, catalog.describe_table(request.table_name));
    definition::count_decreases_of_day(table.description, context.now);
    add_replicas(universe, catalog.place().region, table);
    return table;
}

Result<protocol::operations::tables::ListTablesReply> list_tables(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::tables::ListTablesRequest& request
) {
    catalog::Catalog& catalog = universe.catalog(context);
    return catalog.list_tables(request);
}

Result<void> tag_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::TagResourceRequest& request,
    RequestOutcome& outcome
) {
    return change_tags(
        universe,
        context,
        request.resource_arn,
        "TagResource",
        outcome,
        [&](Tags& tags) {
            for (const auto& [key, value] : request.tags) tags.insert_or_assign(key, value);
        }
    );
}

Result<void> untag_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UntagResourceRequest& request,
    RequestOutcome& outcome
) {
    return change_tags(
        universe,
        context,
        request.resource_arn,
        "UntagResource",
        outcome,
        [&](Tags& tags) {
            for (const std::string& key : request.tag_keys) tags.erase(key);
        }
    );
}

Result<protocol::operations::settings::Tags> list_tags_of_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::ListTagsRequest& request
) {
    const catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(
        const definition::TableTarget target,
        definition::tagged_table(request.resource_arn, "ListTagsOfResource", catalog.scope())
    );
    STATOR_TRY(const auto table, description_of(catalog, target));
    return definition::tags_of(table, request.resource_arn);
}

Result<void> update_time_to_live(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    const persistence::WholeChange whole(universe.journal());  // of all regions
    STATOR_TRY(
        definition::TableTarget target,
        definition::named_table(request.table_name, "UpdateTimeToLive", catalog.scope())
    );
    STATOR_CHECK(
        catalog.apply({std::move(target), definition::time_to_live_edit(request)}, context.now)
    );
    note_change(universe, catalog, outcome);
    follow_time_to_live(universe, context, request, outcome);
    // Items that are there already may have expired.
    universe.deadlines().note(context.now);
    return {};
}

Result<std::string> describe_time_to_live(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::DescribeTimeToLiveRequest& request
) {
    STATOR_TRY(
        const auto table,
        description_of(universe.catalog(context), request.table_name, "DescribeTimeToLive")
    );
    return definition::time_to_live_attribute(table);
}

}  // namespace stator::engine::operations::control
