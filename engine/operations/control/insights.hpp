// Contributor Insights of tables and global indexes.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/settings/insights.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::operations::settings::DescribedInsights> update_contributor_insights(
    const universes::Call& call,
    const protocol::operations::settings::UpdateInsightsRequest& request
);

protocol::Result<protocol::operations::settings::DescribedInsights> describe_contributor_insights(
    const universes::Call& call,
    const protocol::operations::settings::DescribeInsightsRequest& request
);

protocol::Result<protocol::operations::settings::ListInsightsReply> list_contributor_insights(
    const universes::Call& call, const protocol::operations::settings::ListInsightsRequest& request
);

}  // namespace stator::engine::operations::control
