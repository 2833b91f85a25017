// Checks of key attributes against a table's schema, with DynamoDB's errors. Pure functions.
#pragma once

#include "engine/base/vocabulary.hpp"
#include "engine/schema/schema.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::schema {

// Checks the key of a Get, Update or Delete: exactly the schema's attributes, with the right types,
// not empty, not too long.
Result<void> check_key(const TableSchema& schema, const values::ItemImage& key);

// Checks the key attributes in a whole item. BatchWriteItem uses the same error texts as for a key
// (`as_batch`).
// AWS: [case BatchWriteItem/key_type]
Result<void> check_item_key(
    const TableSchema& schema, const values::ItemImage& item, bool as_batch
);

// Checks for errors that make a transaction fail as a whole before any item is read: empty or too
// long table keys, and empty index keys in a put or as a literal in an update. AWS:
// [case TransactWriteItems/empty_keys]
Result<void> check_transact_values(
    const TableSchema& schema, const values::ItemImage& image, bool is_put
);
Result<void> check_transact_update(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
);

// Checks the secondary index keys of a whole item that is being put.
Result<void> check_index_keys(const TableSchema& schema, const values::ItemImage& item);

// Checks that an update does not touch key attributes or set an index key to a literal of the wrong
// type.
Result<void> check_update_targets(
    const TableSchema& schema, const protocol::expression::UpdateExpression& update
);

// Checks the index keys of an updated item where they differ from the old item's.
Result<void> check_updated_index_keys(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const values::ItemImage& item
);

// Checks that no document path leads into a key attribute of the table or of an index.
// Errors: "Key attributes must be scalars; …".
Result<void> check_scalar_paths(
    const TableSchema& schema, const std::vector<const values::DocumentPath*>& paths
);

// Like check_scalar_paths(), for the paths of a condition or a projection. Without these, there is
// no error.
Result<void> check_condition_paths(
    const TableSchema& schema, const std::optional<protocol::expression::Condition>& condition
);
Result<void> check_projection_paths(
    const TableSchema& schema, const std::optional<std::vector<values::DocumentPath>>& projection
);

}  // namespace stator::engine::schema
