// The shapes of PutItem, GetItem, UpdateItem and DeleteItem, and the choice among them.
//
// AWS has two sets of shapes for the write operations: those rolled out in 2026, and older ones
// that still apply when an UpdateItem has no Key or a value nests 63 levels deep.
// [case UpdateItem/older_shapes] [case items/deep_requests]
#pragma once

#include "protocol/base/result.hpp"
#include "protocol/operations/reading.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::items {

// True in the last two regions where the older reader still reads these operations.
// AWS: recorded in October 2026. [case regions/single_items]
bool is_older_region(const Reading& reading);

// Each function checks JSON types, then member constraints.
Result<void> check_put_item_shape(wire::JsonView request, const Reading& reading);
Result<void> check_update_item_shape(wire::JsonView request, const Reading& reading);
Result<void> check_delete_item_shape(wire::JsonView request, const Reading& reading);
Result<void> check_get_item_shape(wire::JsonView request);

// The shapes of these requests.
extern const wire::Shape kGetItemShape;
extern const wire::Shape kPutItemShape;
extern const wire::Shape kUpdateItemShape;
extern const wire::Shape kDeleteItemShape;

}  // namespace stator::protocol::operations::items
