// Files of items in DynamoDB JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {

using VisitItem = std::function<Accepted<void>(protocol::wire::JsonView item, std::size_t number)>;

// Calls `visit` for each item of a file, counted from 1, until it returns an error. The file
// contains an array of items, or one item per line. An item may be wrapped as {"Item":{…}}, as in
// DynamoDB's exports. The file may be compressed with gzip. Errors: those of `visit`; the file
// cannot be read, or does not have this form.
Accepted<void> for_each_item(const std::string& path, const VisitItem& visit);

}  // namespace stator::emulator::laboratory::declaration
