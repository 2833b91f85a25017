#include "protocol/operations/item_collection.hpp"

#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations {

void write_item_collection_metrics(
    wire::JsonWriter& json, const values::ItemImage& collection_key
) {
    json.begin_object();
    json.key("ItemCollectionKey");
    wire::write_item(json, collection_key);
    json.raw_member("SizeEstimateRangeGB", "[0.0,1.0]");
    json.end_object();
}

}  // namespace stator::protocol::operations
