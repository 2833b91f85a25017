#include "engine/operations/tables.hpp"

#include "engine/table/table_update.hpp"

namespace stator::engine::operations {
namespace {

using protocol::Result;
using protocol::operations::tables::DescribedTable;

// What every change of a table ends with: the clock and the disk learn of it.
void note_change(Engine& engine, const catalog::Catalog& catalog, RequestOutcome& outcome) {
    engine.note_deadline(catalog);
    outcome.journal_ticket = catalog.last_ticket();
}

}  // namespace

Result<protocol::operations::tables::DescribedTable> create_table(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::tables::CreateTableRequest& request,
    RequestOutcome& outcome
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_TRY(DescribedTable table, catalog->create_table(request, context.now));
    note_change(engine, *catalog, outcome);
    return table;
}

Result<protocol::operations::tables::DescribedTable> update_table(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::tables::UpdateTableRequest& request,
    RequestOutcome& outcome
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_TRY(DescribedTable table, catalog->update_table(request, context.now));
    table::count_decreases_of_day(table.description, context.now);
    note_change(engine, *catalog, outcome);
    return table;
}

Result<protocol::operations::tables::DescribedTable> delete_table(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request,
    RequestOutcome& outcome
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_TRY(DescribedTable table, catalog->delete_table(request.table_name, context.now));
    note_change(engine, *catalog, outcome);
    return table;
}

Result<protocol::operations::tables::DescribedTable> describe_table(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_TRY(DescribedTable table, catalog->describe_table(request.table_name));
    table::count_decreases_of_day(table.description, context.now);
    return table;
}

Result<protocol::operations::tables::ListTablesReply> list_tables(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::tables::ListTablesRequest& request
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    return catalog->list_tables(request);
}

Result<void> tag_resource(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::settings::TagResourceRequest& request,
    RequestOutcome& outcome
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_CHECK(catalog->tag_resource(request, context.now));
    note_change(engine, *catalog, outcome);
    return {};
}

Result<void> untag_resource(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::settings::UntagResourceRequest& request,
    RequestOutcome& outcome
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_CHECK(catalog->untag_resource(request, context.now));
    note_change(engine, *catalog, outcome);
    return {};
}

Result<protocol::operations::settings::Tags> list_tags_of_resource(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::settings::ListTagsRequest& request
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    return catalog->list_tags(request);
}

Result<void> update_time_to_live(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request,
    RequestOutcome& outcome
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    STATOR_CHECK(catalog->update_time_to_live(request, context.now));
    note_change(engine, *catalog, outcome);
    // Items that are there already may have expired.
    engine.deadlines().note(context.now);
    return {};
}

Result<std::string> describe_time_to_live(
    Engine& engine,
    const RequestContext& context,
    const protocol::operations::settings::DescribeTimeToLiveRequest& request
) {
    const catalog::CatalogRef catalog = engine.catalog(context);
    return catalog->time_to_live_attribute(request.table_name);
}

}  // namespace stator::engine::operations
