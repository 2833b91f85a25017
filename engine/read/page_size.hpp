// The size of a row for the 1 MB limit of a page.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/base/vocabulary.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::read {

// AWS: the page limit counts a storage size, not the billed size: an attribute name costs one byte
// regardless of its length, and the table's range key counts in addition. `range_key` is the range
// attribute's name, "" if the table has none. [case Query/page_size_of_scalars]
// [case Query/page_size_of_keys]
std::size_t page_bytes(const values::ItemImage& item, std::string_view range_key);

}  // namespace stator::engine::read
