// The actions that a resource-based policy can be about, and how a policy's texts match. Pure
// functions over text.
#pragma once

#include <string_view>

#include "protocol/operations/policies/policy_document.hpp"

namespace stator::protocol::operations::policies {

// Whether "*" (any text) and "?" (any character) in the pattern make it the text. In any case of
// letters if `ignores_case`, as names of actions are.
bool matches_policy_text(std::string_view pattern, std::string_view text, bool ignores_case);

// Whether "dynamodb:GetItem", "dynamodb:Get*" or "*" is an action, or means one, that exists for
// such a resource.
bool is_action_of(PolicySubject subject, std::string_view action);

}  // namespace stator::protocol::operations::policies
