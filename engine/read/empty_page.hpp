// Pages without rows, which DynamoDB may return at any position, and their LastEvaluatedKey.
//
// This key must not be the key from which the read continued, because clients take a repeated key
// for an endless loop. It is therefore a key that no item has, between that key and the next key in
// the order of the source. A request that starts from it finds the same next row.
#pragma once

#include "engine/read/plan.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::read {

// Returns the LastEvaluatedKey of a page without rows. Null if the plan does not continue after a
// row: an empty page never follows another one, because a client might then never reach the next
// row. Also null if no row follows, or if no key before that row is found soon.
values::ItemImagePtr end_of_empty_page(const ReadPlan& plan);

}  // namespace stator::engine::read
