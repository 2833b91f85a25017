// What a well-formed policy must not say. Pure functions.
#pragma once

#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/operations/policies/policy_document.hpp"

namespace stator::protocol::operations::policies {

// Errors, in this order: repeated Sids, unknown actions, streams as resources of a table's policy,
// principals that cannot exist, anybody being allowed.
Result<void> check_policy(const PolicyDocument& policy, PolicySubject subject);

// Whether the policy, attached to the resource with that ARN, keeps the root of the account from
// replacing it. Denials under a condition do not count, for what the next request will bring is not
// known.
bool locks_out(const PolicyDocument& policy, std::string_view account, std::string_view arn);

}  // namespace stator::protocol::operations::policies
