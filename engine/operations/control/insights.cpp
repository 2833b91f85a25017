#include "engine/operations/control/insights.hpp"

#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {

using protocol::Result;
using protocol::operations::settings::DescribedInsights;

Result<DescribedInsights> update_contributor_insights(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::UpdateInsightsRequest& request,
    RequestOutcome& outcome
) {
    catalog::Catalog& catalog = universe.catalog(context);
    STATOR_TRY(
        DescribedInsights insights, catalog.update_contributor_insights(request, context.now)
    );
    note_change(universe, catalog, outcome);
    return insights;
}

Result<DescribedInsights> describe_contributor_insights(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::DescribeInsightsRequest& request
) {
    return universe.catalog(context).contributor_insights(request);
}

Result<protocol::operations::settings::ListInsightsReply> list_contributor_insights(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::settings::ListInsightsRequest& request
) {
    return universe.catalog(context).list_contributor_insights(request);
}

}  // namespace stator::engine::operations::control
