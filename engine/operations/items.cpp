#include "engine/operations/items.hpp"

#include <utility>

#include "engine/capacity/capacity.hpp"
#include "engine/expression/update.hpp"
#include "engine/operations/read_watch.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/write/intent.hpp"

namespace stator::engine {
namespace {

using protocol::DocumentPath;
using protocol::ItemImage;
using protocol::ItemImagePtr;
using protocol::Result;
using protocol::ReturnValues;
using protocol::WriteOptions;
using protocol::WriteReply;

// Paths of a condition may not reach into key attributes.
Result<void> check_condition_paths(const TableSchema& schema, const WriteOptions& options) {
    if (!options.condition) return {};
    return check_scalar_paths(schema, protocol::condition_paths(*options.condition));
}

WriteIntent make_intent(
    std::shared_ptr<Table> table,
    WriteKind kind,
    const TableSchema& schema,
    const protocol::MutableItemImagePtr& image,
    const WriteOptions& options
) {
    WriteIntent intent;
    intent.table = std::move(table);
    intent.kind = kind;
    intent.image = image;
    bind_item_keys(schema, *image);
    intent.hash = item_hash(*image);
    intent.condition = options.condition ? &*options.condition : nullptr;
    intent.return_item_on_failure = options.return_item_on_failure;
    return intent;
}

// What ReturnValues asks for; `update` is null for a put or delete.
ItemImagePtr returned_attributes(
    ReturnValues values, const WriteOutcome& outcome, const protocol::UpdateExpression* update
) {
    switch (values) {
        case ReturnValues::None: return nullptr;
        case ReturnValues::AllOld: return outcome.old_image;
        case ReturnValues::AllNew: return outcome.new_image;
        case ReturnValues::UpdatedOld:
            return outcome.old_image ? project_touched(*update, *outcome.old_image) : nullptr;
        case ReturnValues::UpdatedNew:
            return outcome.new_image ? project_touched(*update, *outcome.new_image) : nullptr;
    }
    return nullptr;
}

std::string reply_to_write(
    const TableSchema& schema,
    const WriteIntent& intent,
    const WriteOptions& options,
    WriteOutcome outcome
) {
    WriteReply reply;
    reply.attributes = returned_attributes(options.return_values, outcome, intent.update);
    reply.consumption = std::move(outcome.consumption);
    if (options.collection_metrics && schema.has_local_index()) {
        reply.collection_key = collection_key(schema, *intent.image);
    }
    return protocol::encode_write_reply(options, reply);
}

}  // namespace

Result<std::string> get_item(
    Engine& engine, RequestContext& context, const protocol::GetItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.table_name));
    const auto snapshot = table->snapshot();
    const TableSchema& schema = snapshot->schema;
    STATOR_CHECK(check_key(schema, *request.key));
    if (request.projection) {
        std::vector<const DocumentPath*> paths;
        for (const DocumentPath& path : *request.projection) paths.push_back(&path);
        STATOR_CHECK(check_scalar_paths(schema, paths));
    }
    bind_item_keys(schema, *request.key);
    const KeyView key{item_hash(*request.key), request.key->pk(), request.key->sk()};
    ReadWatch watch(engine, context, *table, *snapshot);
    STATOR_CHECK(watch.admit(key.hash));
    const ItemImagePtr item = read_item(*table, key, watch.point(request.consistent));
    protocol::Consumption consumption;
    consumption.table = read_units(item ? item->item_size() : 0, request.consistent);
    watch.note_item(key, consumption, item != nullptr);
    return protocol::encode_get_item_reply(request, item, consumption);
}

Result<std::string> put_item(
    Engine& engine, RequestContext& context, const protocol::PutItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    const auto snapshot = table->snapshot();
    const TableSchema& schema = snapshot->schema;
    STATOR_CHECK(check_item_key(schema, *request.item, false));
    STATOR_CHECK(check_condition_paths(schema, request.options));
    const WriteIntent intent =
        make_intent(std::move(table), WriteKind::Put, schema, request.item, request.options);
    STATOR_TRY(WriteOutcome outcome, engine.committer().apply(intent, context));
    return reply_to_write(schema, intent, request.options, std::move(outcome));
}

Result<std::string> update_item(
    Engine& engine, RequestContext& context, const protocol::UpdateItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    const auto snapshot = table->snapshot();
    const TableSchema& schema = snapshot->schema;
    STATOR_CHECK(check_key(schema, *request.key));
    STATOR_CHECK(check_condition_paths(schema, request.options));
    WriteIntent intent =
        make_intent(std::move(table), WriteKind::Update, schema, request.key, request.options);
    intent.update = &request.update;
    STATOR_TRY(WriteOutcome outcome, engine.committer().apply(intent, context));
    return reply_to_write(schema, intent, request.options, std::move(outcome));
}

Result<std::string> delete_item(
    Engine& engine, RequestContext& context, const protocol::DeleteItemRequest& request
) {
    STATOR_TRY(auto table, engine.catalog(context).active_table(request.options.table_name));
    const auto snapshot = table->snapshot();
    const TableSchema& schema = snapshot->schema;
    STATOR_CHECK(check_key(schema, *request.key));
    STATOR_CHECK(check_condition_paths(schema, request.options));
    const WriteIntent intent =
        make_intent(std::move(table), WriteKind::Delete, schema, request.key, request.options);
    STATOR_TRY(WriteOutcome outcome, engine.committer().apply(intent, context));
    return reply_to_write(schema, intent, request.options, std::move(outcome));
}

}  // namespace stator::engine
