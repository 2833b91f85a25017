// An item's keys according to a table's schema. Pure functions.
#pragma once

#include "engine/schema/schema.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::schema {

// Marks the key attributes in an image that has all of them.
void bind_item_keys(const TableSchema& schema, protocol::values::ItemImage& image);

// Marks the key attributes of an image from a file. Returns false if one is missing or has the
// wrong type.
bool bind_stored_keys(const TableSchema& schema, protocol::values::ItemImage& image);

// The hash of a bound image's partition key.
std::uint64_t item_hash(const protocol::values::ItemImage& image);

// Only the partition key attribute.
protocol::values::ItemImagePtr collection_key(
    const TableSchema& schema, const protocol::values::ItemImage& image
);

// The table's key attributes, and the index's if given: a LastEvaluatedKey.
protocol::values::ItemImagePtr key_attributes(
    const TableSchema& schema, const IndexSchema* index, const protocol::values::ItemImage& image
);

}  // namespace stator::engine::schema
