// Pages without rows, which DynamoDB may answer anywhere, and the LastEvaluatedKey they end with.
//
// It must not be the key the read continued from, because clients take a repeated key for an
// endless loop. So it is a key that no item has, between that key and the next in the order of the
// source. A request that starts from it finds the same next row.
#pragma once

#include "engine/read/plan.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::read {

// The key that a page without rows ends with. Null when the plan does not continue after a row (no
// empty page follows another one, or a client might never reach the next row), when no row follows,
// or when no key before that row is found soon.
values::ItemImagePtr end_of_empty_page(const ReadPlan& plan);

}  // namespace stator::engine::read
