#include "engine/operations/control/strong_tables.hpp"

#include <algorithm>
#include <utility>

#include "engine/catalog/replica_changes.hpp"
#include "engine/operations/control/table_changes.hpp"
#include "protocol/errors/replication.hpp"

namespace stator::engine::operations::control {
namespace {

using catalog::StrongPlaces;
using requests::tables::DescribedTable;
using requests::tables::ReplicaAction;
using requests::tables::UpdateTableRequest;

constexpr std::size_t kOtherRegions = 2;

std::string witness_of(const UpdateTableRequest& request) {
    return request.witness_action ? request.witness_action->region : std::string();
}

// AWS: checks in this order. [case global_tables/strong_refusals]
Result<void> check_regions(const UpdateTableRequest& request, const std::string& own) {
    std::vector<std::string> others;
    for (const ReplicaAction& action : request.replica_actions) others.push_back(action.region);
    const std::string witness = witness_of(request);
    if (!witness.empty()) others.push_back(witness);
    if (others.size() != kOtherRegions) return errors::strong_replica_count();
    std::vector<std::string> unsupported;
    for (const std::string& region : others) {
        if (!errors::has_global_tables(region)) {
            return errors::replica_region_unsupported(region, errors::kGlobalTableRegions);
        }
        const bool is_known = std::ranges::count(unsupported, region) > 0;
        if (!errors::has_strong_tables(region) && !is_known) unsupported.push_back(region);
    }
    if (unsupported.empty() && !errors::has_strong_tables(own)) unsupported.push_back(own);
    if (!unsupported.empty()) return errors::strong_regions_unsupported(unsupported);
    if (others.front() == others.back()) return errors::region_targeted_twice();
    if (witness == own) return errors::witness_in_region_of_replica();
    if (std::ranges::count(others, own) > 0) return errors::replica_of_local_region();
    return {};
}

StrongPlaces places_of(const universes::Call& call, const UpdateTableRequest& request) {
    StrongPlaces places{request.table_name, call.catalog(), {}, witness_of(request)};
    for (const ReplicaAction& action : request.replica_actions) {
        places.replicas.push_back({&call.universe.region(action.region), action.overrides});
    }
    return places;
}

}  // namespace

Result<DescribedTable> create_strong_table(
    const universes::Call& call, const UpdateTableRequest& request
) {
    const std::string own(call.region());
    STATOR_CHECK(check_regions(request, own));
    RequestContext theirs = call.context;
    theirs.place.region = request.replica_actions.front().region;
    // With one set of tables for all regions, the table already exists.
    if (&call.universe.catalog(theirs) == &call.catalog()) {
        return errors::replica_exists_as_table(model::plain_name(request.table_name));
    }
    STATOR_TRY(
        DescribedTable table,
        catalog::ReplicaChanges::make_strong(places_of(call, request), call.now())
    );
    table.is_strong = true;
    return table;
}

Result<DescribedTable> dissolve_strong_table(
    const universes::Call& call,
    const UpdateTableRequest& request,
    const model::GlobalTableDefinition& definition
) {
    const std::string own(call.region());
    for (const ReplicaAction& action : request.replica_actions) {
        if (action.region == own) return errors::replica_of_local_region();
        if (definition.find(action.region) != nullptr) continue;
        return errors::replicas_not_members(action.region);
    }
    const std::string witness = witness_of(request);
    if (!witness.empty() && witness != definition.witness) {
        return errors::witness_not_member(witness);
    }
    if (witness != definition.witness) return errors::witness_not_deleted();
    if (request.replica_actions.size() != definition.others(own).size()) {
        return errors::one_strong_replica_deleted();
    }
    return catalog::ReplicaChanges::dissolve_strong(places_of(call, request), call.now());
}

}  // namespace stator::engine::operations::control
