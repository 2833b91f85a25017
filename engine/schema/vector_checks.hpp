// Checks of an item's vectors, and of the attributes that a vector search uses, with DynamoDB's
// errors. Pure functions. For a table without vector indexes, a check costs one branch.
#pragma once

#include "engine/schema/schema.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::schema {

Result<void> check_item_vectors(const TableSchema& schema, const values::ItemImage& item);
Result<void> check_updated_item_vectors(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const values::ItemImage& item
);

// Checks the vectors of a whole item that is being put.
inline Result<void> check_vectors(const TableSchema& schema, const values::ItemImage& item) {
    if (schema.vector_indexes.empty()) return {};
    return check_item_vectors(schema, item);
}

// Checks only the attributes of an updated item that the update sets.
// AWS: inferred. [case UpdateItem/vectors]
inline Result<void> check_updated_vectors(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const values::ItemImage& item
) {
    if (schema.vector_indexes.empty()) return {};
    return check_updated_item_vectors(schema, update, item);
}

// True if the index can contain the item: the item has a valid vector, and a valid HASH attribute
// if the index has one.
bool can_hold(const VectorIndexSchema& index, const values::ItemImage& item);

}  // namespace stator::engine::schema
