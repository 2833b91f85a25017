#include "engine/operations/control/policies.hpp"

#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {

using protocol::Result;
using protocol::operations::policies::PolicyRevision;

Result<PolicyRevision> put_resource_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::policies::PutResourcePolicyRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(PolicyRevision revision, catalog.put_resource_policy(request, context.now));
    note_change(universe, catalog, outcome);
    return revision;
}

Result<protocol::model::ResourcePolicy> get_resource_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::policies::GetResourcePolicyRequest& request
) {
    return universe.catalog(context).resource_policy(request.resource);
}

Result<PolicyRevision> delete_resource_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::policies::DeleteResourcePolicyRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(PolicyRevision revision, catalog.delete_resource_policy(request, context.now));
    note_change(universe, catalog, outcome);
    return revision;
}

}  // namespace stator::engine::operations::control
