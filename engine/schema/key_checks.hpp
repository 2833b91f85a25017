// Checks of key attributes against a table's schema, with DynamoDB's errors. Pure functions.
#pragma once

#include "engine/schema/schema.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::schema {

// The key of a Get, Update or Delete: exactly the schema's attributes, of the right types, not
// empty, not too long.
protocol::Result<void> check_key(const TableSchema& schema, const protocol::values::ItemImage& key);

// The key attributes within a whole item. BatchWriteItem words these errors as it does for a key
// (`as_batch`). AWS: [case BatchWriteItem/key_type]
protocol::Result<void> check_item_key(
    const TableSchema& schema, const protocol::values::ItemImage& item, bool as_batch
);

// What makes a transaction fail as a whole before any item is looked at: empty or too long table
// keys, empty index keys in a put or as a literal in an update.
// AWS: [case TransactWriteItems/empty_keys]
protocol::Result<void> check_transact_values(
    const TableSchema& schema, const protocol::values::ItemImage& image, bool is_put
);
protocol::Result<void> check_transact_update(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
);

// The secondary index keys of a whole item that is being put.
protocol::Result<void> check_index_keys(
    const TableSchema& schema, const protocol::values::ItemImage& item
);

// An update may not touch key attributes, nor set an index key to a literal of the wrong type.
protocol::Result<void> check_update_targets(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
);

// Checks the index keys of an updated item where they differ from the old item's.
protocol::Result<void> check_updated_index_keys(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const protocol::values::ItemImage& item
);

// A document path into a key attribute of the table or of an index.
// Errors: "Key attributes must be scalars; …".
protocol::Result<void> check_scalar_paths(
    const TableSchema& schema, const std::vector<const protocol::values::DocumentPath*>& paths
);

// The same check for the paths of a condition and of a projection; nothing means no error.
protocol::Result<void> check_condition_paths(
    const TableSchema& schema, const std::optional<protocol::expression::Condition>& condition
);
protocol::Result<void> check_projection_paths(
    const TableSchema& schema,
    const std::optional<std::vector<protocol::values::DocumentPath>>& projection
);

}  // namespace stator::engine::schema
