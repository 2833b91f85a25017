// Conditions: how a policy holds later requests to the items and attributes of earlier ones, as
// AWS's guide to fine-grained access control does. Pure.
// [docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html]
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "emulator/auth/principal.hpp"
#include "emulator/least_policy/uses.hpp"

namespace stator::emulator::least_policy {

// What of some uses a condition can hold to. Only those alike share a statement, so that a Scan
// does not open what a GetItem is held to.
struct Hold {
    // One of a principal's variables that all partition keys are equal to, or kFewKeys; "" for
    // neither.
    std::string keys = {};
    bool attributes = false;  // those that requests mention, and no others

    auto operator<=>(const Hold&) const = default;
};

inline constexpr const char* kFewKeys = "few";

// `principal` may be null. Uses that are held to no partition keys are held to nothing.
Hold hold_of(const Uses& uses, const auth::Principal* principal);

// Tests by their names; in each, values by keys.
using Conditions = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

// Of a statement with these actions, such as "dynamodb:GetItem".
Conditions conditions_of(
    const Hold& hold, const Uses& uses, const std::set<std::string>& full_actions
);

}  // namespace stator::emulator::least_policy
