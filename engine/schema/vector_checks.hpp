// Checks of an item's vectors, and of what vector indexes are searched by, with DynamoDB's errors.
// Pure functions. A table without vector indexes costs a branch.
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

// Of a whole item that is being put.
inline Result<void> check_vectors(const TableSchema& schema, const values::ItemImage& item) {
    if (schema.vector_indexes.empty()) return {};
    return check_item_vectors(schema, item);
}

// Of an updated item: the attributes that the update sets, and no others. AWS: inferred.
// [case UpdateItem/vectors]
inline Result<void> check_updated_vectors(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const values::ItemImage& item
) {
    if (schema.vector_indexes.empty()) return {};
    return check_updated_item_vectors(schema, update, item);
}

// Whether the index can hold the item: it has a vector, and the HASH if there is one, and both are
// as they must be.
bool can_hold(const VectorIndexSchema& index, const values::ItemImage& item);

}  // namespace stator::engine::schema
