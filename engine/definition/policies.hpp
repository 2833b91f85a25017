// Resource-based policies of tables and streams, and their revisions. Pure functions.
#pragma once

#include "engine/definition/table_change.hpp"
#include "protocol/operations/policies/policies.hpp"

namespace stator::engine::definition {

// The table that a policy belongs to, as its own or as that of one of its streams. Errors: the ARN
// is of another region or account.
Result<TableTarget> policy_owner(
    const requests::policies::PolicyResource& resource, const model::TableScope& scope
);

// `streams`: those of the region. Errors: the table is CREATING, which counts as missing; the
// stream is not one of this table's; there is no policy.
Result<model::ResourcePolicy> resource_policy(
    const model::TableDescription& table,
    const requests::policies::PolicyResource& resource,
    const stream::StreamLog& streams
);

// `revision` is the policy's afterwards. Both must outlive the edit. Errors: as resource_policy();
// ExpectedRevisionId is not the policy's; the caller would lose its own access.
TableEdit put_policy_edit(
    const requests::policies::PutResourcePolicyRequest& request,
    requests::policies::PolicyRevision& revision
);

// `revision` is that of the deleted policy. The rest as for put_policy_edit().
TableEdit delete_policy_edit(
    const requests::policies::DeleteResourcePolicyRequest& request,
    requests::policies::PolicyRevision& revision
);

}  // namespace stator::engine::definition
