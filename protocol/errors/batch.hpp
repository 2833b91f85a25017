// Messages of the batch operations about their RequestItems map.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"

namespace stator::protocol::errors {

ApiError empty_request_items(std::string_view operation, const Region& region);
// The text of one violation. `shown`, here and below, is the map as the message echoes it.
std::string bad_table_name_violation(std::string_view shown);
ApiError empty_write_list(std::string_view table);
ApiError too_many_writes(std::string_view table, std::string_view shown, const Region& region);
ApiError no_keys(std::string_view table);
ApiError too_many_keys(std::string_view table);

}  // namespace stator::protocol::errors
