// ItemCollectionMetrics: reported for tables with a local index.
#pragma once

#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::operations {

// Writes one metrics object. `collection_key` holds only the partition key attribute.
// AWS: a small collection is estimated between 0 and 1 GB. [case PutItem/collection_metrics]
void write_item_collection_metrics(wire::JsonWriter& json, const values::ItemImage& collection_key);

}  // namespace stator::protocol::operations
