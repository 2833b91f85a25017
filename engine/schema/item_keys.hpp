// Keys of items, by a table's schema. Pure functions.
#pragma once

#include "engine/schema/schema.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine {

// Marks the key attributes in an image that has them all.
void bind_item_keys(const TableSchema& schema, protocol::ItemImage& image);

// The hash of a bound image's partition key.
std::uint64_t item_hash(const protocol::ItemImage& image);

// The partition key attribute alone.
protocol::ItemImagePtr collection_key(const TableSchema& schema, const protocol::ItemImage& image);

// The table's key attributes, and the index's when there is one: a LastEvaluatedKey.
protocol::ItemImagePtr key_attributes(
    const TableSchema& schema, const IndexSchema* index, const protocol::ItemImage& image
);

}  // namespace stator::engine
