#include <algorithm>

#include "protocol/operations/item_collection.hpp"
#include "protocol/operations/transactions/transactions.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::transactions {
namespace {

using wire::JsonWriter;

void write_collection_metrics(JsonWriter& json, const std::vector<TransactTableReply>& tables) {
    const bool any = std::any_of(tables.begin(), tables.end(), [](const auto& table) {
        return !table.collection_keys.empty();
    });
    if (!any) return;
    json.begin_object("ItemCollectionMetrics");
    for (const TransactTableReply& table : tables) {
        if (table.collection_keys.empty()) continue;
        json.begin_array(table.table_name);
        for (const values::ItemImagePtr& key : table.collection_keys) {
            write_item_collection_metrics(json, *key);
        }
        json.end_array();
    }
    json.end_object();
}

// AWS: omits an item if none of its attributes is projected. [case TransactGetItems/projection]
void write_item(JsonWriter& json, const TransactGet& get, const values::ItemImage& item) {
    if (!get.projection) {
        json.key("Item");
        wire::write_item(json, item);
        return;
    }
    const values::ItemImagePtr projected = values::project_paths(item, *get.projection);
    if (projected->attribute_count() == 0) return;
    json.key("Item");
    wire::write_item(json, *projected);
}

}  // namespace

void write_transact_capacity(
    JsonWriter& json,
    const std::vector<TransactTableReply>& tables,
    CapacityReport report,
    CapacityUnitKind unit_kind
) {
    if (report == CapacityReport::None) return;
    json.begin_array("ConsumedCapacity");
    for (const TransactTableReply& table : tables) {
        write_consumed_capacity(json, table.table_name, table.consumption, report, unit_kind);
    }
    json.end_array();
}

std::string encode_transact_write_items(
    const TransactWriteRequest& request, const TransactWriteReply& reply
) {
    return wire::object_text([&](JsonWriter& json) {
        write_transact_capacity(json, reply.tables, request.capacity, reply.unit_kind);
        if (request.collection_metrics) write_collection_metrics(json, reply.tables);
    });
}

std::string encode_transact_get_items(
    const TransactGetRequest& request, const TransactGetReply& reply
) {
    const auto& items = reply.items;
    return wire::object_text([&](JsonWriter& json) {
        write_transact_capacity(json, reply.tables, request.capacity, CapacityUnitKind::Read);
        json.begin_array("Responses");
        for (std::size_t i = 0; i < items.size(); ++i) {
            json.begin_object();
            if (items[i] != nullptr) write_item(json, request.gets[i], *items[i]);
            json.end_object();
        }
        json.end_array();
    });
}

}  // namespace stator::protocol::operations::transactions
