// Contributor Insights of tables and global indexes.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/insights.hpp"

namespace stator::engine::operations::control {

Result<requests::settings::DescribedInsights> update_contributor_insights(
    const universes::Call& call, const requests::settings::UpdateInsightsRequest& request
);

Result<requests::settings::DescribedInsights> describe_contributor_insights(
    const universes::Call& call, const requests::settings::DescribeInsightsRequest& request
);

Result<requests::settings::ListInsightsReply> list_contributor_insights(
    const universes::Call& call, const requests::settings::ListInsightsRequest& request
);

}  // namespace stator::engine::operations::control
