// Conditions and projections evaluated, and what updates read. Written from DynamoDB's rules.
#pragma once

#include <optional>

#include "tests/oracle/tree.hpp"

namespace stator::oracle {

// What stands at the path; null when it leads nowhere.
const Value* find(const Item& item, const Path& path);

bool holds(const Condition& node, const Item& item);

// The parts of the item that the paths lead to, in their structure.
Item projected(const std::vector<Path>& paths, const Item& item);

}  // namespace stator::oracle
