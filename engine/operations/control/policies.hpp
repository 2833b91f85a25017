// Resource-based policies of tables and streams. They are kept; no request is refused by them yet.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/policies/policies.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::operations::policies::PolicyRevision> put_resource_policy(
    const universes::Call& call,
    const protocol::operations::policies::PutResourcePolicyRequest& request
);

protocol::Result<protocol::model::ResourcePolicy> get_resource_policy(
    const universes::Call& call,
    const protocol::operations::policies::GetResourcePolicyRequest& request
);

protocol::Result<protocol::operations::policies::PolicyRevision> delete_resource_policy(
    const universes::Call& call,
    const protocol::operations::policies::DeleteResourcePolicyRequest& request
);

}  // namespace stator::engine::operations::control
