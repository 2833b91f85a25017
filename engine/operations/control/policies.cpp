#include "engine/operations/control/policies.hpp"

#include <utility>

#include "engine/definition/policies.hpp"
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
    STATOR_TRY(
        definition::TableTarget owner,
        definition::policy_owner(request.resource, universe.catalog(context).scope())
    );
    PolicyRevision revision;
    STATOR_CHECK(apply(
        universe,
        context,
        {std::move(owner), definition::put_policy_edit(request, revision)},
        outcome
    ));
    return revision;
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
    STATOR_TRY(
        definition::TableTarget owner,
        definition::policy_owner(request.resource, universe.catalog(context).scope())
    );
    PolicyRevision revision;
    STATOR_CHECK(apply(
        universe,
        context,
        {std::move(owner), definition::delete_policy_edit(request, revision)},
        outcome
    ));
    return revision;
}

}  // namespace stator::engine::operations::control
