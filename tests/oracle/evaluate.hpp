// Conditions and projections evaluated, and the reads of updates. Written from DynamoDB's rules.
#pragma once

#include <optional>

#include "tests/oracle/tree.hpp"

namespace stator::oracle {

// The value at the path; null if the path does not exist.
const Value* find(const Item& item, const Path& path);

bool holds(const Condition& node, const Item& item);

// The parts of the item that the paths lead to, in their structure.
Item projected(const std::vector<Path>& paths, const Item& item);

}  // namespace stator::oracle
