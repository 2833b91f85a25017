// Checks of the contents of a well-formed policy. Pure functions.
#pragma once

#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/operations/policies/policy_document.hpp"

namespace stator::protocol::operations::policies {

// Errors, in this order: repeated Sids, unknown actions, streams as resources of a table's policy,
// impossible principals, public access.
Result<void> check_policy(const PolicyDocument& policy, PolicySubject subject);

// Returns true if the policy, attached to the resource `arn`, would prevent the root user of
// `account` from replacing it. Ignores Deny statements with conditions, because the context of the
// next request is unknown.
bool locks_out(const PolicyDocument& policy, std::string_view account, std::string_view arn);

}  // namespace stator::protocol::operations::policies
