// The policies that AWS keeps for everybody, as far as they speak of DynamoDB.
#pragma once

#include <string_view>

#include "emulator/access/iam/policy.hpp"

namespace stator::emulator::access::iam {

// Null for a name that is none of them. Names are those behind arn:aws:iam::aws:policy/.
SharedPolicy managed_policy(std::string_view name);

}  // namespace stator::emulator::access::iam
