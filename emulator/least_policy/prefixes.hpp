// Prefixes: tables whose names begin alike and that were needed alike, told by one pattern. Pure.
#pragma once

#include <map>
#include <set>
#include <string>

#include "emulator/least_policy/run.hpp"

namespace stator::emulator::least_policy {

// Resources of tables, by what stands for them: "…:table/app-*/index/ByDay" for
// "…:table/app-users/index/ByDay".
//
// A prefix ends with "-", "_" or ".". It is taken when two tables or more of an account and region
// begin with it, and all that do need the same actions, on themselves and on indexes of the same
// names. Longer prefixes come first; a shorter one takes their place when two further tables have
// it. The labels of streams, which no two tables have in common, become "*". What is not in the
// result stays as it is.
std::map<std::string, std::string> joined_by_prefix(const std::set<Grant>& grants);

}  // namespace stator::emulator::least_policy
