#include "engine/operations/control/tables.hpp"

#include "engine/definition/table_update.hpp"
#include "engine/operations/control/global_tables.hpp"
#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {
namespace {

using protocol::Result;
using protocol::operations::tables::DescribedTable;

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
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_CHECK(catalog.tag_resource(request, context.now));
    note_change(universe, catalog, outcome);
    return {};
}

Result<void> untag_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UntagResourceRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_CHECK(catalog.untag_resource(request, context.now));
    note_change(universe, catalog, outcome);
    return {};
}

Result<protocol::operations::settings::Tags> list_tags_of_resource(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::ListTagsRequest& request
) {
    catalog::Catalog& catalog = universe.catalog(context);
    return catalog.list_tags(request);
}

Result<void> update_time_to_live(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    const persistence::WholeChange whole(universe.journal());  // of all regions
    STATOR_CHECK(catalog.update_time_to_live(request, context.now));
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
    catalog::Catalog& catalog = universe.catalog(context);
    return catalog.time_to_live_attribute(request.table_name);
}

}  // namespace stator::engine::operations::control
