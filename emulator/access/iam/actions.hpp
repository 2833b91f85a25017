// The actions of DynamoDB that policies can name. Data.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::access::iam {

inline constexpr std::size_t kMaxActions = 128;

// A set of actions, by their numbers.
using Actions = std::bitset<kMaxActions>;

// The number of an action such as "GetItem"; nothing for what is none. Names are case-sensitive.
std::optional<std::size_t> action_number(std::string_view name);

// Its name. Precondition: action_number() gave the number.
std::string_view action_name(std::size_t number);

// All actions that a pattern such as "dynamodb:Get*" names, which "*" does, too. Case does not
// matter. Empty for actions of other services, and for those that there are not.
Actions actions_of(std::string_view pattern);

// Whether no other account can be allowed the action by a policy of the table or the stream.
bool is_for_own_account_only(std::size_t number);

// What a policy must name for an action: "dynamodb:GetItem".
std::string full_action_name(std::string_view name);

}  // namespace stator::emulator::access::iam
