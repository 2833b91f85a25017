// What the right-hand sides of an update are worth, against the old item. Pure functions.
//
// A value that already exists, in the item or in the request, is answered as a view; a computed one
// is put into the caller's arena first. So nothing large is copied before the new item is built.
#pragma once

#include <list>
#include <optional>
#include <string>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::expression {

// Owns computed values; a list, because views into it must survive its growth.
using ValueArena = std::list<protocol::values::AttributeValue>;

// The right-hand side of SET.
// Errors: a path that leads nowhere, an operand of the wrong type, number overflow.
protocol::Result<protocol::values::AttributeValueView> set_value(
    const protocol::expression::UpdateOperand& operand,
    protocol::values::ItemView old_item,
    ValueArena& arena
);

// The target's value after ADD; `old_value` is what it was, if anything.
// Errors: clash of types, number overflow.
protocol::Result<protocol::values::AttributeValueView> added_value(
    std::optional<protocol::values::AttributeValueView> old_value,
    protocol::values::AttributeValueView addend,
    bool legacy,
    ValueArena& arena
);

// The set after DELETE, or nothing when no member is left. Errors: clash of types.
protocol::Result<std::optional<protocol::values::AttributeValueView>> reduced_set(
    protocol::values::AttributeValueView old_value,
    protocol::values::AttributeValueView members,
    bool legacy,
    ValueArena& arena
);

}  // namespace stator::engine::expression
