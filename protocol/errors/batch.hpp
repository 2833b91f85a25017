// Messages of the batch operations about their RequestItems map.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

inline constexpr Worded<Message::EmptyRequestItems> empty_request_items;
// Returns the text of one violation. `shown`, here and below, is the map as the message shows it.
std::string bad_table_name_violation(std::string_view shown);
ApiError empty_write_list(std::string_view table);
inline constexpr Worded<Message::TooManyWrites> too_many_writes;
ApiError no_keys(std::string_view table);
ApiError too_many_keys(std::string_view table);

}  // namespace stator::protocol::errors
