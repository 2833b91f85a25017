// Resource-based policies of tables and streams, and their revisions. Pure functions.
#pragma once

#include "engine/definition/table_change.hpp"
#include "protocol/operations/policies/policies.hpp"

namespace stator::engine::definition {

// The table that a policy belongs to: the table's own policy, or that of one of its streams.
// Errors: the ARN belongs to another region or account.
Result<TableTarget> policy_owner(
    const requests::policies::PolicyResource& resource, const model::TableScope& scope
);

// `streams`: those of the region. Errors: the table is CREATING, which counts as missing; the
// stream is not one of this table's streams; the policy does not exist.
Result<model::ResourcePolicy> resource_policy(
    const model::TableDescription& table,
    const requests::policies::PolicyResource& resource,
    const stream::StreamLog& streams
);

// Sets `revision` to the new revision of the policy. `request` and `revision` must outlive the
// edit. Errors: those of resource_policy(); ExpectedRevisionId is not the policy's; the caller
// would lose its own access.
TableEdit put_policy_edit(
    const requests::policies::PutResourcePolicyRequest& request,
    requests::policies::PolicyRevision& revision
);

// Sets `revision` to that of the deleted policy. Otherwise like put_policy_edit().
TableEdit delete_policy_edit(
    const requests::policies::DeleteResourcePolicyRequest& request,
    requests::policies::PolicyRevision& revision
);

}  // namespace stator::engine::definition
