// Conditions: how a policy restricts later requests to the items and attributes of earlier ones, as
// AWS's guide to fine-grained access control does. Pure.
// [docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html]
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/least_policy/run.hpp"

namespace stator::emulator::access::least_policy {

// Tests by their names; in each, values by keys.
using Conditions = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

// What a policy is to allow, and under which conditions.
using Permits = std::map<Grant, Conditions>;

// Every grant with its conditions. Reads of a resource that conditions can restrict alike have the
// same, and so have its writes, so that they share a statement; as long as no action keeps its keys
// or attributes apart because together they would be too many to be listed. A Scan does not open
// what a GetItem is restricted to.
Permits conditioned(const PrincipalRun& run);

// Whether an action reads, such as "GetItem".
bool is_reading(std::string_view action);

}  // namespace stator::emulator::access::least_policy
