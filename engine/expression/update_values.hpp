// The values of an update's right-hand sides, evaluated against the old item. Pure functions.
//
// A value that already exists, in the item or in the request, is returned as a view; a computed one
// is stored in the caller's arena first. Nothing large is copied before the new item is built.
#pragma once

#include <list>
#include <optional>
#include <string>

#include "engine/base/vocabulary.hpp"
#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::expression {

// Owns computed values; a list, because views into it must survive its growth.
using ValueArena = std::list<values::AttributeValue>;

// Evaluates the right-hand side of SET.
// Errors: a path that does not exist, an operand of the wrong type, number overflow.
Result<values::AttributeValueView> set_value(
    const protocol::expression::UpdateOperand& operand, values::ItemView old_item, ValueArena& arena
);

// Returns the target's value after ADD; `old_value` is its previous value, if any.
// Errors: type mismatch, number overflow.
Result<values::AttributeValueView> added_value(
    std::optional<values::AttributeValueView> old_value,
    values::AttributeValueView addend,
    bool legacy,
    ValueArena& arena
);

// Returns the set after DELETE, or nullopt if no member is left.
// Errors: type mismatch.
Result<std::optional<values::AttributeValueView>> reduced_set(
    values::AttributeValueView old_value,
    values::AttributeValueView members,
    bool legacy,
    ValueArena& arena
);

}  // namespace stator::engine::expression
