// The DynamoDB permissions in the AWS managed policies.
#pragma once

#include <string_view>

#include "emulator/access/iam/policy.hpp"

namespace stator::emulator::access::iam {

// Null if no such policy is known. `name` is the part after arn:aws:iam::aws:policy/.
SharedPolicy managed_policy(std::string_view name);

}  // namespace stator::emulator::access::iam
