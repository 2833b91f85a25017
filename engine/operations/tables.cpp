#include "engine/operations/tables.hpp"

#include "engine/table/table_update.hpp"

namespace stator::engine::operations {
namespace {

using protocol::Result;
using protocol::operations::tables::DescribedTable;

// What every change of a table ends with: the clock and the disk learn of it.
void note_change(Engine& engine, RequestContext& context, const catalog::Catalog& catalog) {
    engine.note_deadline(catalog);
    context.journal_ticket = catalog.last_ticket();
}

}  // namespace

Result<std::string> create_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::CreateTableRequest& request
) {
    catalog::Catalog& catalog = engine.catalog(context);
    STATOR_TRY(const DescribedTable table, catalog.create_table(request, context.now_ms));
    note_change(engine, context, catalog);
    return protocol::operations::tables::encode_create_table(table);
}

Result<std::string> update_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::UpdateTableRequest& request
) {
    catalog::Catalog& catalog = engine.catalog(context);
    STATOR_TRY(DescribedTable table, catalog.update_table(request, context.now_ms));
    table::count_decreases_of_day(table.description, context.now_ms);
    note_change(engine, context, catalog);
    return protocol::operations::tables::encode_update_table(table);
}

Result<std::string> delete_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
) {
    catalog::Catalog& catalog = engine.catalog(context);
    STATOR_TRY(
        const DescribedTable table, catalog.delete_table(request.table_name, context.now_ms)
    );
    note_change(engine, context, catalog);
    return protocol::operations::tables::encode_delete_table(table);
}

Result<std::string> describe_table(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::TableNameRequest& request
) {
    STATOR_TRY(DescribedTable table, engine.catalog(context).describe_table(request.table_name));
    table::count_decreases_of_day(table.description, context.now_ms);
    return protocol::operations::tables::encode_describe_table(table);
}

Result<std::string> list_tables(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::tables::ListTablesRequest& request
) {
    return protocol::operations::tables::encode_list_tables(
        engine.catalog(context).list_tables(request)
    );
}

Result<std::string> tag_resource(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::TagResourceRequest& request
) {
    catalog::Catalog& catalog = engine.catalog(context);
    STATOR_CHECK(catalog.tag_resource(request, context.now_ms));
    note_change(engine, context, catalog);
    return std::string();
}

Result<std::string> untag_resource(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::UntagResourceRequest& request
) {
    catalog::Catalog& catalog = engine.catalog(context);
    STATOR_CHECK(catalog.untag_resource(request, context.now_ms));
    note_change(engine, context, catalog);
    return std::string();
}

Result<std::string> list_tags_of_resource(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::ListTagsRequest& request
) {
    STATOR_TRY(
        const protocol::operations::settings::Tags tags, engine.catalog(context).list_tags(request)
    );
    return protocol::operations::settings::encode_list_tags(tags);
}

Result<std::string> update_time_to_live(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::UpdateTimeToLiveRequest& request
) {
    catalog::Catalog& catalog = engine.catalog(context);
    STATOR_CHECK(catalog.update_time_to_live(request, context.now_ms));
    note_change(engine, context, catalog);
    // Items that are there already may have expired.
    engine.deadlines().note(context.now_ms);
    return protocol::operations::settings::encode_update_time_to_live_reply(request);
}

Result<std::string> describe_time_to_live(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::settings::DescribeTimeToLiveRequest& request
) {
    STATOR_TRY(
        const std::string attribute,
        engine.catalog(context).time_to_live_attribute(request.table_name)
    );
    return protocol::operations::settings::encode_describe_time_to_live_reply(attribute);
}

}  // namespace stator::engine::operations
