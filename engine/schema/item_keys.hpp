// An item's keys according to a table's schema. Pure functions.
#pragma once

#include "engine/base/vocabulary.hpp"
#include "engine/schema/schema.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::schema {

// Marks the key attributes in an image. Precondition: the image has all of them.
void bind_item_keys(const TableSchema& schema, values::ItemImage& image);

// Marks the key attributes of an image from a file. Returns false if one is missing or has the
// wrong type.
bool bind_stored_keys(const TableSchema& schema, values::ItemImage& image);

// The hash of a bound image's partition key.
std::uint64_t item_hash(const values::ItemImage& image);

// Returns an image with only the partition key attribute.
values::ItemImagePtr collection_key(const TableSchema& schema, const values::ItemImage& image);

// Returns an image with the table's key attributes, and the index's if given: a LastEvaluatedKey.
values::ItemImagePtr key_attributes(
    const TableSchema& schema, const IndexSchema* index, const values::ItemImage& image
);

}  // namespace stator::engine::schema
