// Prefixes: replaces tables with one pattern if their names share a prefix and they have the same
// needs under the same conditions. Pure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "emulator/access/least_policy/conditions.hpp"

namespace stator::emulator::access::least_policy {

// The needs of a table: action, part of the table, and conditions.
using Demand = std::set<std::tuple<std::string, std::string, Conditions>>;

// Returns the pattern for each resource that one replaces, for example "…:table/app-*/index/ByDay"
// for "…:table/app-users/index/ByDay".
//
// A prefix ends with "-", "_" or ".". It is used if two or more tables of an account and region
// begin with it, and all of them need the same actions, on themselves and on indexes with the same
// names, under the same conditions. It is not used if it also matches a table in `tables`, the ARNs
// of all existing tables, that is not needed: the pattern would allow access to that table. Longer
// prefixes are tried first. A shorter one replaces them if it matches two additional tables. Stream
// labels become "*", because no two tables have the same. Resources that are not in the result do
// not change.
std::map<std::string, std::string> joined_by_prefix(
    const Permits& permits, const std::set<std::string>& tables
);

}  // namespace stator::emulator::access::least_policy
