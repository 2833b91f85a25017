#include "engine/operations/control/policies.hpp"

#include <utility>

#include "engine/definition/policies.hpp"
#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {

using protocol::Result;
using protocol::operations::policies::PolicyRevision;

namespace {

// Carries out an edit of the policy of a request's table or stream; returns the revision that the
// edit tells.
template <auto edit, class Request>
Result<PolicyRevision> change_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const Request& request,
    RequestOutcome& outcome
) {
    STATOR_TRY(
        definition::TableTarget owner,
        definition::policy_owner(request.resource, universe.catalog(context).scope())
    );
    PolicyRevision revision;
    STATOR_CHECK(apply(universe, context, {std::move(owner), edit(request, revision)}, outcome));
    return revision;
}

}  // namespace

Result<PolicyRevision> put_resource_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::policies::PutResourcePolicyRequest& request,
    RequestOutcome& outcome
) {
    return change_policy<definition::put_policy_edit>(universe, context, request, outcome);
}

Result<protocol::model::ResourcePolicy> get_resource_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::policies::GetResourcePolicyRequest& request
) {
    const catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(
        const definition::TableTarget owner,
        definition::policy_owner(request.resource, catalog.scope())
    );
    STATOR_TRY(const auto table, description_of(catalog, owner));
    return definition::resource_policy(table, request.resource, catalog.streams());
}

Result<PolicyRevision> delete_resource_policy(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::policies::DeleteResourcePolicyRequest& request,
    RequestOutcome& outcome
) {
    return change_policy<definition::delete_policy_edit>(universe, context, request, outcome);
}

}  // namespace stator::engine::operations::control
