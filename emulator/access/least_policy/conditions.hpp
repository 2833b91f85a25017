// Conditions: restrict a policy to the items and attributes of earlier requests, as AWS's guide to
// fine-grained access control does. Pure.
// [docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html]
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/least_policy/run.hpp"

namespace stator::emulator::access::least_policy {

// Values by condition key, by test.
using Conditions = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

// The grants of a policy with their conditions.
using Permits = std::map<Grant, Conditions>;

// Returns every grant with its conditions. Reads of a resource with the same kind of restriction
// get equal conditions, so that they share a statement; writes do the same. They keep separate
// conditions if their keys or attributes together are too many to list. A Scan does not widen the
// restriction of a GetItem.
Permits conditioned(const PrincipalRun& run);

// True if the action reads, such as "GetItem".
bool is_reading(std::string_view action);

}  // namespace stator::emulator::access::least_policy
