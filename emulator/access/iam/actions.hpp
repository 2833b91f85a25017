// The DynamoDB actions that policies can name. Data.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::access::iam {

inline constexpr std::size_t kMaxActions = 128;

// A set of actions by their numbers.
using Actions = std::bitset<kMaxActions>;

// The number of an action such as "GetItem"; nullopt if it does not exist. Names are
// case-sensitive.
std::optional<std::size_t> action_number(std::string_view name);

// The name of an action. Precondition: action_number() returned the number.
std::string_view action_name(std::size_t number);

// All actions that match a pattern such as "dynamodb:Get*" or "*", ignoring case. Empty for actions
// of other services and for actions that do not exist.
Actions actions_of(std::string_view pattern);

// True if a policy of the table or the stream cannot allow the action to other accounts.
bool is_for_own_account_only(std::size_t number);

// The form of an action's name in a policy: "dynamodb:GetItem".
std::string full_action_name(std::string_view name);

}  // namespace stator::emulator::access::iam
