// Pages without rows, which DynamoDB may answer anywhere: where such a page says it ended.
//
// Its LastEvaluatedKey must not be the key the read went on from, because clients take a key that
// comes twice for an endless loop. So it is a key that no item has, between that one and the next.
#pragma once

#include "engine/plan.hpp"
#include "protocol/item_image.hpp"

namespace stator::engine {

// A key strictly between `start`, behind which the plan goes on, and `next`, the row it would find
// there. Null when none is found easily: of an index, and of numbers.
protocol::ItemImagePtr key_between(
    const ReadPlan& plan, const protocol::ItemImage& start, const protocol::ItemImage& next
);

}  // namespace stator::engine
