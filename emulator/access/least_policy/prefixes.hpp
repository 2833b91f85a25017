// Prefixes: tables whose names begin alike and of which the same actions are needed, under the same
// conditions, told by one pattern. Pure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "emulator/access/least_policy/conditions.hpp"

namespace stator::emulator::access::least_policy {

// What is needed of a table: actions, on which of its parts, under which conditions.
using Demand = std::set<std::tuple<std::string, std::string, Conditions>>;

// Resources of tables, by what stands for them: "…:table/app-*/index/ByDay" for
// "…:table/app-users/index/ByDay".
//
// A prefix ends with "-", "_" or ".". It is taken when two tables or more of an account and region
// begin with it, and of all that do the same actions are needed, on themselves and on indexes of
// the same names, under the same conditions. It is not taken if one of `tables`, the ARNs of all
// that there are, begins with it that is not needed at all: the pattern would open it. Longer
// prefixes come first; a shorter one takes their place when two further tables have it. The labels
// of streams, which no two tables have in common, become "*". What is not in the result stays as it
// is.
std::map<std::string, std::string> joined_by_prefix(
    const Permits& permits, const std::set<std::string>& tables
);

}  // namespace stator::emulator::access::least_policy
