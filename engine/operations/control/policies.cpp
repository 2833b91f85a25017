#include "engine/operations/control/policies.hpp"

#include <utility>

#include "engine/definition/policies.hpp"
#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {

using requests::policies::PolicyRevision;

namespace {

// Makes an edit of the policy of the requested table or stream. Returns the revision that the edit
// sets.
template <auto edit, class Request>
Result<PolicyRevision> change_policy(const universes::Call& call, const Request& request) {
    STATOR_TRY(
        definition::TableTarget owner,
        definition::policy_owner(request.resource, call.catalog().scope())
    );
    PolicyRevision revision;
    STATOR_CHECK(apply(call, {std::move(owner), edit(request, revision)}));
    return revision;
}

}  // namespace

Result<PolicyRevision> put_resource_policy(
    const universes::Call& call, const requests::policies::PutResourcePolicyRequest& request
) {
    return change_policy<definition::put_policy_edit>(call, request);
}

Result<model::ResourcePolicy> get_resource_policy(
    const universes::Call& call, const requests::policies::GetResourcePolicyRequest& request
) {
    const catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(
        const definition::TableTarget owner,
        definition::policy_owner(request.resource, catalog.scope())
    );
    STATOR_TRY(const auto table, description_of(catalog, owner));
    return definition::resource_policy(table, request.resource, catalog.streams());
}

Result<PolicyRevision> delete_resource_policy(
    const universes::Call& call, const requests::policies::DeleteResourcePolicyRequest& request
) {
    return change_policy<definition::delete_policy_edit>(call, request);
}

}  // namespace stator::engine::operations::control
