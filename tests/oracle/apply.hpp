// Updates applied to an item, one clause after the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/tree.hpp"

namespace stator::oracle {

struct Updated {
    // Any of these is correct if there are several: it is not known which clause DynamoDB checks
    // first.
    std::vector<std::string> errors;
    // Nullopt if no item exists afterwards.
    std::optional<Item> item;
};

// A missing item starts with the attributes of `key`.
Updated apply(const Update& update, const std::optional<Item>& old_item, const Item& key);

// The part of the item before or after that UPDATED_OLD or UPDATED_NEW returns; nullopt if it is
// empty.
std::optional<Item> touched(const Update& update, const std::optional<Item>& item);

// True if it is not known how DynamoDB handles the update.
bool is_unclear(const Update& update, const std::optional<Item>& old_item, const Item& key);

}  // namespace stator::oracle
