// Files of items in DynamoDB's JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {

using VisitItem = std::function<Accepted<void>(protocol::wire::JsonView item, std::size_t number)>;

// Calls `visit` for each item of a file, counted from 1, until it refuses one. The file holds an
// array of items, or one item a line; an item may be wrapped, {"Item":{…}}, as DynamoDB exports it;
// the file may be packed by gzip. Errors: what `visit` refuses; the file cannot be read, or is not
// of that form.
Accepted<void> for_each_item(const std::string& path, const VisitItem& visit);

}  // namespace stator::emulator::laboratory::declaration
