// Messages of the operations on items that are not about values, keys or expressions.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// AWS: data operations do not name the table. [case items/missing_table]
ApiError resource_not_found();
// `item` may be null.
ApiError conditional_check_failed(values::ItemImagePtr item);
ApiError return_values_only_old();
ApiError too_many_batch_get_items();
ApiError too_many_batch_write_items();
ApiError duplicate_batch_keys();

}  // namespace stator::protocol::errors
