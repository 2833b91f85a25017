// Conditions and filters evaluated against an item. Pure functions; never fail on item data.
// AWS: a type mismatch or a missing attribute makes a comparison false, not an error.
// [case condition/type_mismatch]
#pragma once

#include "engine/base/vocabulary.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::expression {

bool evaluate(const protocol::expression::Condition& condition, values::ItemView item);

}  // namespace stator::engine::expression
