// The actions that a resource-based policy can allow or deny, and the wildcard matching of
// policies. Pure functions over text.
#pragma once

#include <string_view>

#include "protocol/operations/policies/policy_document.hpp"

namespace stator::protocol::operations::policies {

// Returns true if `pattern` matches `text`: "*" matches any text, "?" any character. Ignores the
// case of letters if `ignores_case`, as in names of actions.
bool matches_policy_text(std::string_view pattern, std::string_view text, bool ignores_case);

// Returns true if `action`, such as "dynamodb:GetItem", "dynamodb:Get*" or "*", matches at least
// one action of such a resource.
bool is_action_of(PolicySubject subject, std::string_view action);

}  // namespace stator::protocol::operations::policies
