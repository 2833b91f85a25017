// What a row weighs against the 1 MB limit of a page.
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/values/item_image.hpp"

namespace stator::engine::read {

// AWS: the page limit counts a storage size, not the billed one: a name costs one byte whatever
// its length, the table's range key counts beside the rest. `range_key` is the range attribute's
// name, "" when the table has none.
// [case Query/page_size_of_scalars] [case Query/page_size_of_keys]
std::size_t page_bytes(const protocol::values::ItemImage& item, std::string_view range_key);

}  // namespace stator::engine::read
