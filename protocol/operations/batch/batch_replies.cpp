#include <algorithm>

#include "protocol/operations/batch/batch.hpp"
#include "protocol/operations/item_collection.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::batch {
namespace {

using wire::JsonWriter;

void write_items(
    JsonWriter& json,
    const std::vector<values::ItemImagePtr>& items,
    const std::optional<std::vector<values::DocumentPath>>& projection
) {
    json.begin_array();
    for (const values::ItemImagePtr& item : items) wire::write_item(json, *item, projection);
    json.end_array();
}

void write_unprocessed_keys(
    JsonWriter& json, const BatchGetTable& table, const BatchGetTableReply& reply
) {
    if (reply.unprocessed_keys.empty()) return;
    json.begin_object(table.table_name);
    json.key("Keys");
    write_items(json, reply.unprocessed_keys, std::nullopt);
    json.out().append(table.options_json);
    json.end_object();
}

void write_unprocessed_items(
    JsonWriter& json, const BatchWriteTable& table, const BatchWriteTableReply& reply
) {
    if (reply.unprocessed.empty()) return;
    json.begin_array(table.table_name);
    for (const BatchWrite* write : reply.unprocessed) {
        json.begin_object();
        json.begin_object(write->is_put ? "PutRequest" : "DeleteRequest");
        json.key(write->is_put ? "Item" : "Key");
        wire::write_item(json, *write->image);
        json.end_object();
        json.end_object();
    }
    json.end_array();
}

// AWS: absent unless a table with a local index was written.
// [case BatchWriteItem/collection_metrics]
void write_collection_metrics(
    JsonWriter& json,
    const BatchWriteRequest& request,
    const std::vector<BatchWriteTableReply>& replies
) {
    const auto has_keys = [](const BatchWriteTableReply& reply) {
        return !reply.collection_keys.empty();
    };
    if (std::none_of(replies.begin(), replies.end(), has_keys)) return;
    json.begin_object("ItemCollectionMetrics");
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (!has_keys(replies[i])) continue;
        json.begin_array(request.tables[i].table_name);
        for (const values::ItemImagePtr& key : replies[i].collection_keys) {
            write_item_collection_metrics(json, *key);
        }
        json.end_array();
    }
    json.end_object();
}

// Writes ConsumedCapacity for each table, if requested.
template <class Request, class TableReplies>
void write_capacity(JsonWriter& json, const Request& request, const TableReplies& replies) {
    if (request.capacity == CapacityReport::None) return;
    json.begin_array("ConsumedCapacity");
    for (std::size_t i = 0; i < replies.size(); ++i) {
        write_consumed_capacity(
            json, request.tables[i].table_name, replies[i].consumption, request.capacity
        );
    }
    json.end_array();
}

}  // namespace

std::string encode_batch_get_item(const BatchGetRequest& request, const BatchGetReply& reply) {
    const auto& replies = reply.tables;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("Responses");
        for (std::size_t i = 0; i < replies.size(); ++i) {
            json.key(request.tables[i].table_name);
            write_items(json, replies[i].items, request.tables[i].projection);
        }
        json.end_object();
        json.begin_object("UnprocessedKeys");
        for (std::size_t i = 0; i < replies.size(); ++i) {
            write_unprocessed_keys(json, request.tables[i], replies[i]);
        }
        json.end_object();
        write_capacity(json, request, replies);
    });
}

std::string encode_batch_write_item(
    const BatchWriteRequest& request, const BatchWriteReply& reply
) {
    const auto& replies = reply.tables;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("UnprocessedItems");
        for (std::size_t i = 0; i < replies.size(); ++i) {
            write_unprocessed_items(json, request.tables[i], replies[i]);
        }
        json.end_object();
        write_collection_metrics(json, request, replies);
        write_capacity(json, request, replies);
    });
}

}  // namespace stator::protocol::operations::batch
