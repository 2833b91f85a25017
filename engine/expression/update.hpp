// UpdateExpressions applied to an item: old image in, new image out. Pure functions.
#pragma once

#include <cstddef>

#include "engine/base/vocabulary.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::expression {

// Returns the item after the update. `old_item` is the stored item, or null; `key` contains the key
// attributes, from which a missing item is created. All right-hand sides read the old item, or the
// key of a missing one. `update.legacy` selects the semantics of AttributeUpdates. Errors:
// DynamoDB's run-time update errors, nesting beyond 32 levels. The caller must check the item's
// size, and must not create an item if `update.only_removes()`.
Result<values::MutableItemImagePtr> apply_update(
    const protocol::expression::UpdateExpression& update,
    values::ItemView old_item,
    const values::ItemImage& key
);

// The attributes of UPDATED_OLD (given the old image) or UPDATED_NEW (given the new image): only
// the touched paths, with their structure rebuilt and list elements compacted. Null if nothing is
// left.
// AWS: keys are never included. [case UpdateItem/return_values]
values::MutableItemImagePtr project_touched(
    const protocol::expression::UpdateExpression& update, const values::ItemImage& image
);

// The bytes UpdateItem charges for the statement itself; 0 for AttributeUpdates.
// AWS: 3 plus a charge for each clause, eu-west-2. [case UpdateItem/statement_charge_of_targets]
std::size_t statement_charge(
    const protocol::expression::UpdateExpression& update, values::ItemView old_item
);

}  // namespace stator::engine::expression
