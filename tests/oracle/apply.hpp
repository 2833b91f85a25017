// Updates applied to an item, one clause after the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/tree.hpp"

namespace stator::oracle {

struct Updated {
    // Either of these is right, should there be any: which clause is looked at first is not known.
    std::vector<std::string> errors;
    // Nothing: no item is there afterwards.
    std::optional<Item> item;
};

// `key` is what a missing item begins with.
Updated apply(const Update& update, const std::optional<Item>& old_item, const Item& key);

// What UPDATED_OLD or UPDATED_NEW answers from the item before or after; nothing when nothing is
// left.
std::optional<Item> touched(const Update& update, const std::optional<Item>& item);

// True when it is not known what DynamoDB does with the update.
bool is_unclear(const Update& update, const std::optional<Item>& old_item, const Item& key);

}  // namespace stator::oracle
