// Pages without rows, which DynamoDB may answer anywhere: where such a page says it ended.
//
// Its LastEvaluatedKey must not be the key the read went on from, because clients take a key that
// comes twice for an endless loop. So it is a key that no item has, between that one and the next
// in the order of what is read. A request that starts from it meets the same next row.
#pragma once

#include "engine/read/plan.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::read {

// The key that a page without rows ends with, when the plan could answer one. Null when the plan
// does not go on behind a row, because no empty page follows another one, or a client might never
// meet the next row; when no row follows; and when no key before that row is found soon.
protocol::values::ItemImagePtr end_of_empty_page(const ReadPlan& plan);

}  // namespace stator::engine::read
