#include "engine/operations/tables.hpp"

#include "engine/table/table_update.hpp"

namespace stator::engine {
namespace {

using protocol::DescribedTable;
using protocol::Result;

// What every change of a table ends with: the clock and the disk learn of it.
void note_change(Engine& engine, RequestContext& context, const Catalog& catalog) {
    engine.note_deadline(catalog);
    context.journal_ticket = catalog.last_ticket();
}

}  // namespace

Result<std::string> create_table(
    Engine& engine, RequestContext& context, const protocol::CreateTableRequest& request
) {
    Catalog& catalog = engine.catalog(context);
    STATOR_TRY(const DescribedTable table, catalog.create_table(request, context.now_ms));
    note_change(engine, context, catalog);
    return protocol::encode_create_table(table);
}

Result<std::string> update_table(
    Engine& engine, RequestContext& context, const protocol::UpdateTableRequest& request
) {
    Catalog& catalog = engine.catalog(context);
    STATOR_TRY(DescribedTable table, catalog.update_table(request, context.now_ms));
    count_decreases_of_day(table.description, context.now_ms);
    note_change(engine, context, catalog);
    return protocol::encode_update_table(table);
}

Result<std::string> delete_table(
    Engine& engine, RequestContext& context, const protocol::TableNameRequest& request
) {
    Catalog& catalog = engine.catalog(context);
    STATOR_TRY(
        const DescribedTable table, catalog.delete_table(request.table_name, context.now_ms)
    );
    note_change(engine, context, catalog);
    return protocol::encode_delete_table(table);
}

Result<std::string> describe_table(
    Engine& engine, RequestContext& context, const protocol::TableNameRequest& request
) {
    STATOR_TRY(DescribedTable table, engine.catalog(context).describe_table(request.table_name));
    count_decreases_of_day(table.description, context.now_ms);
    return protocol::encode_describe_table(table);
}

Result<std::string> list_tables(
    Engine& engine, RequestContext& context, const protocol::ListTablesRequest& request
) {
    return protocol::encode_list_tables(engine.catalog(context).list_tables(request));
}

Result<std::string> tag_resource(
    Engine& engine, RequestContext& context, const protocol::TagResourceRequest& request
) {
    Catalog& catalog = engine.catalog(context);
    STATOR_CHECK(catalog.tag_resource(request, context.now_ms));
    note_change(engine, context, catalog);
    return std::string();
}

Result<std::string> untag_resource(
    Engine& engine, RequestContext& context, const protocol::UntagResourceRequest& request
) {
    Catalog& catalog = engine.catalog(context);
    STATOR_CHECK(catalog.untag_resource(request, context.now_ms));
    note_change(engine, context, catalog);
    return std::string();
}

Result<std::string> list_tags_of_resource(
    Engine& engine, RequestContext& context, const protocol::ListTagsRequest& request
) {
    STATOR_TRY(const protocol::Tags tags, engine.catalog(context).list_tags(request));
    return protocol::encode_list_tags(tags);
}

Result<std::string> update_time_to_live(
    Engine& engine, RequestContext& context, const protocol::UpdateTimeToLiveRequest& request
) {
    Catalog& catalog = engine.catalog(context);
    STATOR_CHECK(catalog.update_time_to_live(request, context.now_ms));
    note_change(engine, context, catalog);
    // Items that are there already may have expired.
    engine.deadlines().note(context.now_ms);
    return protocol::encode_update_time_to_live_reply(request);
}

Result<std::string> describe_time_to_live(
    Engine& engine, RequestContext& context, const protocol::DescribeTimeToLiveRequest& request
) {
    STATOR_TRY(
        const std::string attribute,
        engine.catalog(context).time_to_live_attribute(request.table_name)
    );
    return protocol::encode_describe_time_to_live_reply(attribute);
}

}  // namespace stator::engine
