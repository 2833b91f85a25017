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

using requests::items::WriteOptions;
using requests::items::WriteReply;
using values::ItemImage;
using values::ItemImagePtr;
using values::ReturnValues;

// The attributes selected by ReturnValues. `update` is null for a put or delete.
ItemImagePtr returned_attributes(
    ReturnValues values,
    const write::WriteOutcome& written,
    const protocol::expression::UpdateExpression* update
) {
    switch (values) {
        case ReturnValues::None: return nullptr;
        case ReturnValues::AllOld: return written.old_image;
        case ReturnValues::AllNew: return written.new_image;
        case ReturnValues::UpdatedOld:
            return written.old_image ? expression::project_touched(*update, *written.old_image)
                                     : nullptr;
        case ReturnValues::UpdatedNew:
            return written.new_image ? expression::project_touched(*update, *written.new_image)
                                     : nullptr;
    }
    return nullptr;
}

WriteReply reply_to_write(
    const schema::TableSchema& schema,
    const write::WriteIntent& intent,
    const WriteOptions& options,
    write::WriteOutcome written
) {
    WriteReply reply;
    reply.attributes = returned_attributes(options.return_values, written, intent.update);
    reply.consumption = std::move(written.consumption);
    if (options.collection_metrics && schema.has_local_index()) {
        reply.collection_key = schema::collection_key(schema, *intent.image);
    }
    return reply;
}

// The arguments of the three writes. `image` is the item for a put and the key otherwise.
struct ItemWrite {
    write::WriteKind kind;
    const values::MutableItemImagePtr& image;
    const WriteOptions& options;
    const protocol::expression::UpdateExpression* update = nullptr;
};

Result<WriteReply> write_item(const universes::Call& call, const ItemWrite& asked) {
    catalog::Catalog& catalog = call.catalog();
    call.outcome.wait_for(catalog.last_ticket());
    STATOR_TRY(auto table, catalog.active_table(asked.options.table_name));
    const auto snapshot = table->snapshot();
    const schema::TableSchema& schema = snapshot->schema;
    STATOR_CHECK(
        asked.kind == write::WriteKind::Put ? schema::check_item_key(schema, *asked.image, false)
                                            : schema::check_key(schema, *asked.image)
    );
    STATOR_CHECK(schema::check_condition_paths(schema, asked.options.condition));
    write::WriteIntent intent =
        write::make_intent(std::move(table), schema, asked.kind, asked.image);
    intent.condition = asked.options.condition ? &*asked.options.condition : nullptr;
    intent.update = asked.update;
    intent.return_item_on_failure = asked.options.return_item_on_failure;
    intent.charge_statement = asked.options.charges_statement;
    STATOR_TRY(
        write::WriteOutcome written,
        call.universe.committer().apply(intent, call.context, call.outcome)
    );
    return reply_to_write(schema, intent, asked.options, std::move(written));
}

}  // namespace

Result<requests::items::GetItemReply> get_item(
    const universes::Call& call, requests::items::GetItemRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    if (request.consistent) call.outcome.wait_for(catalog.last_ticket());
    STATOR_TRY(auto table, catalog.active_table(request.table_name));
    const auto snapshot = table->snapshot();
    const schema::TableSchema& schema = snapshot->schema;
    STATOR_CHECK(schema::check_key(schema, *request.key));
    STATOR_CHECK(schema::check_projection_paths(schema, request.projection));
    schema::bind_item_keys(schema, *request.key);
    const storage::KeyView key{
        schema::item_hash(*request.key), request.key->pk(), request.key->sk()};
    ReadWatch watch(call, *table, *snapshot);
    STATOR_CHECK(watch.admit(key));
    STATOR_CHECK(watch.reach(request.consistent));
    requests::items::GetItemReply reply;
    read::Moments* const moments = watch.moments(request.consistent, Breadth::Item);
    reply.item =
        read::read_item(*table, key, moments, request.consistent ? &call.outcome : nullptr);
    reply.consumption.table =
        capacity::read_units(reply.item ? reply.item->item_size() : 0, request.consistent);
    watch.note_item(key, reply.consumption, reply.item != nullptr);
    return reply;
}

Result<requests::items::WriteReply> put_item(
    const universes::Call& call, requests::items::PutItemRequest& request
) {
    const ItemWrite put{write::WriteKind::Put, request.item, request.options};
    return write_item(call, put);
}

Result<requests::items::WriteReply> update_item(
    const universes::Call& call, requests::items::UpdateItemRequest& request
) {
    const ItemWrite update{write::WriteKind::Update, request.key, request.options, &request.update};
    return write_item(call, update);
}

Result<requests::items::WriteReply> delete_item(
    const universes::Call& call, requests::items::DeleteItemRequest& request
) {
    const ItemWrite deletion{write::WriteKind::Delete, request.key, request.options};
    return write_item(call, deletion);
}

}  // namespace stator::engine::operations
