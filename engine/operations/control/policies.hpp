// Resource-based policies of tables and streams. The engine stores them; the emulator's Authorizer
// evaluates them.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/policies/policies.hpp"

namespace stator::engine::operations::control {

Result<requests::policies::PolicyRevision> put_resource_policy(
    const universes::Call& call, const requests::policies::PutResourcePolicyRequest& request
);

Result<model::ResourcePolicy> get_resource_policy(
    const universes::Call& call, const requests::policies::GetResourcePolicyRequest& request
);

Result<requests::policies::PolicyRevision> delete_resource_policy(
    const universes::Call& call, const requests::policies::DeleteResourcePolicyRequest& request
);

}  // namespace stator::engine::operations::control
