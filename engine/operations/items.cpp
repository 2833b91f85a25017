#include "engine/operations/items.hpp"

#include <utility>

#include "engine/capacity/capacity.hpp"
#include "engine/expression/update.hpp"
#include "engine/operations/read_watch.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/write/intent.hpp"

namespace stator::engine::operations {
namespace {

using protocol::Result;
using protocol::operations::items::WriteOptions;
using protocol::operations::items::WriteReply;
using protocol::values::DocumentPath;
using protocol::values::ItemImage;
using protocol::values::ItemImagePtr;
using protocol::values::ReturnValues;

// Paths of a condition may not reach into key attributes.
Result<void> check_condition_paths(const schema::TableSchema& schema, const WriteOptions& options) {
    if (!options.condition) return {};
    return schema::check_scalar_paths(
        schema, protocol::expression::condition_paths(*options.condition)
    );
}

write::WriteIntent make_intent(
    std::shared_ptr<table::Table> table,
    write::WriteKind kind,
    const schema::TableSchema& schema,
    const protocol::values::MutableItemImagePtr& image,
    const WriteOptions& options
) {
    write::WriteIntent intent;
    intent.table = std::move(table);
    intent.kind = kind;
    intent.image = image;
    schema::bind_item_keys(schema, *image);
    intent.hash = schema::item_hash(*image);
    intent.condition = options.condition ? &*options.condition : nullptr;
    intent.return_item_on_failure = options.return_item_on_failure;
    return intent;
}

// What ReturnValues asks for; `update` is null for a put or delete.
ItemImagePtr returned_attributes(
    ReturnValues values,
    const write::WriteOutcome& outcome,
    const protocol::expression::UpdateExpression* update
) {
    switch (values) {
        case ReturnValues::None: return nullptr;
        case ReturnValues::AllOld: return outcome.old_image;
        case ReturnValues::AllNew: return outcome.new_image;
        case ReturnValues::UpdatedOld:
            return outcome.old_image ? expression::project_touched(*update, *outcome.old_image)
                                     : nullptr;
        case ReturnValues::UpdatedNew:
            return outcome.new_image ? expression::project_touched(*update, *outcome.new_image)
                                     : nullptr;
    }
    return nullptr;
}

std::string reply_to_write(
    const schema::TableSchema& schema,
    const write::WriteIntent& intent,
    const WriteOptions& options,
    write::WriteOutcome outcome
) {
    WriteReply reply;
    reply.attributes = returned_attributes(options.return_values, outcome, intent.update);
    reply.consumption = std::move(outcome.consumption);
    if (options.collection_metrics && schema.has_local_index()) {
        reply.collection_key = schema::collection_key(schema, *intent.image);
    }
    return protocol::operations::items::encode_write_reply(options, reply);
}

}  // namespace

Result<std::string> get_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::GetItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.table_name));
    const auto snapshot = table->snapshot();
    const schema::TableSchema& schema = snapshot->schema;
    STATOR_CHECK(schema::check_key(schema, *request.key));
    if (request.projection) {
        std::vector<const DocumentPath*> paths;
        for (const DocumentPath& path : *request.projection) paths.push_back(&path);
        STATOR_CHECK(schema::check_scalar_paths(schema, paths));
    }
    schema::bind_item_keys(schema, *request.key);
    const storage::KeyView key{
        schema::item_hash(*request.key), request.key->pk(), request.key->sk()};
    ReadWatch watch(engine, context, *table, *snapshot);
    STATOR_CHECK(watch.admit(key.hash));
    const ItemImagePtr item = read::read_item(*table, key, watch.point(request.consistent));
    protocol::operations::Consumption consumption;
    consumption.table = capacity::read_units(item ? item->item_size() : 0, request.consistent);
    watch.note_item(key, consumption, item != nullptr);
    return protocol::operations::items::encode_get_item_reply(request, item, consumption);
}

Result<std::string> put_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::PutItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    const auto snapshot = table->snapshot();
    const schema::TableSchema& schema = snapshot->schema;
    STATOR_CHECK(schema::check_item_key(schema, *request.item, false));
    STATOR_CHECK(check_condition_paths(schema, request.options));
    const write::WriteIntent intent =
        make_intent(std::move(table), write::WriteKind::Put, schema, request.item, request.options);
    STATOR_TRY(write::WriteOutcome outcome, engine.committer().apply(intent, context));
    return reply_to_write(schema, intent, request.options, std::move(outcome));
}

Result<std::string> update_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::UpdateItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    const auto snapshot = table->snapshot();
    const schema::TableSchema& schema = snapshot->schema;
    STATOR_CHECK(schema::check_key(schema, *request.key));
    STATOR_CHECK(check_condition_paths(schema, request.options));
    write::WriteIntent intent = make_intent(
        std::move(table), write::WriteKind::Update, schema, request.key, request.options
    );
    intent.update = &request.update;
    STATOR_TRY(write::WriteOutcome outcome, engine.committer().apply(intent, context));
    return reply_to_write(schema, intent, request.options, std::move(outcome));
}

Result<std::string> delete_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::DeleteItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    const auto snapshot = table->snapshot();
    const schema::TableSchema& schema = snapshot->schema;
    STATOR_CHECK(schema::check_key(schema, *request.key));
    STATOR_CHECK(check_condition_paths(schema, request.options));
    const write::WriteIntent intent = make_intent(
        std::move(table), write::WriteKind::Delete, schema, request.key, request.options
    );
    STATOR_TRY(write::WriteOutcome outcome, engine.committer().apply(intent, context));
    return reply_to_write(schema, intent, request.options, std::move(outcome));
}

}  // namespace stator::engine::operations
